==== items are in the order of id, without those that are not visible
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND c.deleted = 0
ORDER BY c.id
-- args: int64(31), int64(1), int64(15), int64(13), int64(999)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
ORDER BY c.id
-- args: int64(31), int64(1), int64(15), int64(13), int64(999), int64(1767225600), int64(1767225600)

==== children of the shop
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(2), int64(2)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600)

==== the second page of them
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
ORDER BY k1, id LIMIT 2 OFFSET 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(2), int64(2)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
ORDER BY k1, id LIMIT 2 OFFSET 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600)

==== children of the root of the site
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(0)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(0)

==== children of a draft, of which one is published
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(26), int64(26)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(26), int64(26), int64(1767225600), int64(1767225600)

==== children in a range of the menu
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(2), int64(2), int64(1), int64(4)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600), int64(1), int64(4)

==== children from a place in the menu on
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND n.deleted = 0) AND c.menuindex >= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(2), int64(2), int64(10)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.parent = ? AND EXISTS (SELECT 1
FROM `evo_site_content` AS n
WHERE n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))) AND c.menuindex >= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(2), int64(2), int64(1767225600), int64(1767225600), int64(10)

==== siblings
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(11)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(11), int64(1767225600), int64(1767225600)

==== siblings at the root of the site
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(1), int64(1767225600), int64(1767225600)

==== siblings of a draft
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(13)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(13), int64(1767225600), int64(1767225600)

==== siblings of a document in the trash
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(15)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(15), int64(1767225600), int64(1767225600)

==== siblings in a range of the menu
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(11), int64(0), int64(3)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(11), int64(1767225600), int64(1767225600), int64(0), int64(3)

==== neighbors
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(11)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(11), int64(1767225600), int64(1767225600)

==== neighbors of the first
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(10)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(10), int64(1767225600), int64(1767225600)

==== neighbors of which one is a draft and the other in the trash
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(14)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(14), int64(1767225600), int64(1767225600)

==== neighbors do not share the place in the menu
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(31)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(31), int64(1767225600), int64(1767225600)

==== siblings before
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex < n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(14)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.menuindex < n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(14), int64(1767225600), int64(1767225600)

==== siblings after
-- manager, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(14)
-- public, recursive
SELECT c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND n.id = ? AND (n.deleted = 0 AND n.published = 1 AND n.privateweb = 0 AND n.privatemgr = 0 AND n.pub_date + 0 <= ? AND IF(n.unpub_date = 0, TRUE, n.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = n.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL))) AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- args: int64(1767225600), int64(1767225600), int64(14), int64(1767225600), int64(1767225600)

