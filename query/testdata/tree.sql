==== one level below the shop
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2), int64(1), int64(2)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(1), int64(2), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600)

==== three levels below the shop
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2), int64(3), int64(2)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0 AND s2.id <> ? AND s2.deleted = 0
UNION ALL SELECT s3.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
JOIN `evo_site_content` AS s3 ON s3.parent = s2.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0 AND s2.id <> ? AND s2.deleted = 0 AND s3.id <> ? AND s3.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(3), int64(2), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s2.id <> ? AND (s2.deleted = 0 AND s2.published = 1 AND s2.privateweb = 0 AND s2.privatemgr = 0 AND s2.pub_date + 0 <= ? AND IF(s2.unpub_date = 0, TRUE, s2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s3.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
JOIN `evo_site_content` AS s3 ON s3.parent = s2.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s2.id <> ? AND (s2.deleted = 0 AND s2.published = 1 AND s2.privateweb = 0 AND s2.privatemgr = 0 AND s2.pub_date + 0 <= ? AND IF(s2.unpub_date = 0, TRUE, s2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s3.id <> ? AND (s3.deleted = 0 AND s3.published = 1 AND s3.privateweb = 0 AND s3.privatemgr = 0 AND s3.pub_date + 0 <= ? AND IF(s3.unpub_date = 0, TRUE, s3.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s3.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600)

==== a page of what is below the shop
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2), int64(2), int64(2)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0 AND s2.id <> ? AND s2.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(2), int64(2), int64(2), int64(2), int64(2)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s2.id <> ? AND (s2.deleted = 0 AND s2.published = 1 AND s2.privateweb = 0 AND s2.privatemgr = 0 AND s2.pub_date + 0 <= ? AND IF(s2.unpub_date = 0, TRUE, s2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600), int64(2), int64(1767225600), int64(1767225600)

==== below the root of the site
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(0), int64(0), int64(1), int64(0)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND s1.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(0), int64(0)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600), int64(1), int64(0), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600)

==== below a draft
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(26), int64(26), int64(26), int64(1), int64(26)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(26), int64(26), int64(26)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(26), int64(26), int64(1767225600), int64(1767225600), int64(26), int64(1767225600), int64(1767225600), int64(1), int64(26), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(26), int64(26), int64(1767225600), int64(1767225600), int64(26), int64(1767225600), int64(1767225600)

==== below a folder in the trash
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(5), int64(5), int64(5), int64(2), int64(5)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND s1.id <> ? AND s1.deleted = 0 AND s2.id <> ? AND s2.deleted = 0) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(5), int64(5), int64(5), int64(5), int64(5), int64(5), int64(5)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(5), int64(5), int64(1767225600), int64(1767225600), int64(5), int64(1767225600), int64(1767225600), int64(2), int64(5), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s2.id <> ? AND (s2.deleted = 0 AND s2.published = 1 AND s2.privateweb = 0 AND s2.privatemgr = 0 AND s2.pub_date + 0 <= ? AND IF(s2.unpub_date = 0, TRUE, s2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- args: int64(5), int64(5), int64(1767225600), int64(1767225600), int64(5), int64(1767225600), int64(1767225600), int64(5), int64(5), int64(1767225600), int64(1767225600), int64(5), int64(1767225600), int64(1767225600), int64(5), int64(1767225600), int64(1767225600)

==== the root documents
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(1), int64(0)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND s1.deleted = 0) AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600), int64(1), int64(0), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600)

==== the root documents and one level below
-- manager, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND s.deleted = 0
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND s.deleted = 0)
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(2), int64(0)
-- manager, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND s1.deleted = 0
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s1.deleted = 0 AND s2.id <> ? AND s2.deleted = 0) AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(0), int64(0), int64(0)
-- public, recursive
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ? AND (s.deleted = 0 AND s.published = 1 AND s.privateweb = 0 AND s.privatemgr = 0 AND s.pub_date + 0 <= ? AND IF(s.unpub_date = 0, TRUE, s.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600), int64(2), int64(0), int64(1767225600), int64(1767225600)
-- public, unrolled
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND (s1.deleted = 0 AND s1.published = 1 AND s1.privateweb = 0 AND s1.privatemgr = 0 AND s1.pub_date + 0 <= ? AND IF(s1.unpub_date = 0, TRUE, s1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND s2.id <> ? AND (s2.deleted = 0 AND s2.published = 1 AND s2.privateweb = 0 AND s2.privatemgr = 0 AND s2.pub_date + 0 <= ? AND IF(s2.unpub_date = 0, TRUE, s2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = s2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AS w ON w.id = c.id
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- args: int64(0), int64(0), int64(1767225600), int64(1767225600), int64(0), int64(0), int64(1767225600), int64(1767225600), int64(0), int64(1767225600), int64(1767225600)

