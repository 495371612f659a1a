==== the whole site
-- manager: []
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group: [int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, ahead: [int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [int(0), 2]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, ahead: [int(0), 2, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3: [int(0), 1, 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, ahead: [int(0), 1, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents: []
-- the statement of "the whole site, manager"
-- of no group, all documents, ahead: [800]
-- the statement of "the whole site, manager, ahead"
-- of group 2, all documents: []
-- the statement of "the whole site, manager"
-- of group 2, all documents, ahead: [800]
-- the statement of "the whole site, manager, ahead"
-- public: [now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in the trash
-- manager: [int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group: [int(0), int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.privatemgr = ? AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [int(0), 2, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3: [int(0), 1, 3, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents: [int(1)]
-- the statement of "in the trash, manager"
-- of group 2, all documents: [int(1)]
-- the statement of "in the trash, manager"
-- public: [now, now, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in the trash, below a private folder
-- manager, recursive: [40, 40, 2, 40, int(1)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [40, 40, 40, 40, 40, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, recursive: [40, 40, 2, 40, int(0), int(1)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE c.privatemgr = ? AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, unrolled: [40, 40, 40, 40, 40, int(0), int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE c.privatemgr = ? AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, recursive: [40, 40, 2, 40, int(0), 2, int(1)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, unrolled: [40, 40, 40, 40, 40, int(0), 2, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, recursive: [40, 40, 2, 40, int(0), 1, 3, int(1)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, unrolled: [40, 40, 40, 40, 40, int(0), 1, 3, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))) AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents, recursive: [40, 40, 2, 40, int(1)]
-- the statement of "in the trash, below a private folder, manager, recursive"
-- of no group, all documents, unrolled: [40, 40, 40, 40, 40, int(1)]
-- the statement of "in the trash, below a private folder, manager, unrolled"
-- of group 2, all documents, recursive: [40, 40, 2, 40, int(1)]
-- the statement of "in the trash, below a private folder, manager, recursive"
-- of group 2, all documents, unrolled: [40, 40, 40, 40, 40, int(1)]
-- the statement of "in the trash, below a private folder, manager, unrolled"
-- public, recursive: [40, 40, 2, 40, now, now, int(1)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE {public c} AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [40, 40, 40, 40, 40, now, now, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE {public c} AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== below a private folder
-- manager, recursive: [40, 40, 2, 40]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [40, 40, 40, 40, 40]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [40, 40, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, recursive: [40, 40, 2, 40, int(0)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, unrolled: [40, 40, 40, 40, 40, int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, ahead: [int(0), 40, 40, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, recursive: [40, 40, 2, 40, int(0), 2]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, unrolled: [40, 40, 40, 40, 40, int(0), 2]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, ahead: [int(0), 2, 40, 40, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, recursive: [40, 40, 2, 40, int(0), 1, 3]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, unrolled: [40, 40, 40, 40, 40, int(0), 1, 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, ahead: [int(0), 1, 3, 40, 40, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents, recursive: [40, 40, 2, 40]
-- the statement of "below a private folder, manager, recursive"
-- of no group, all documents, unrolled: [40, 40, 40, 40, 40]
-- the statement of "below a private folder, manager, unrolled"
-- of no group, all documents, ahead: [40, 40, 800]
-- the statement of "below a private folder, manager, ahead"
-- of group 2, all documents, recursive: [40, 40, 2, 40]
-- the statement of "below a private folder, manager, recursive"
-- of group 2, all documents, unrolled: [40, 40, 40, 40, 40]
-- the statement of "below a private folder, manager, unrolled"
-- of group 2, all documents, ahead: [40, 40, 800]
-- the statement of "below a private folder, manager, ahead"
-- public, recursive: [40, 40, 2, 40, now, now]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [40, 40, 40, 40, 40, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 40, 40, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== below the shop, also through a private folder
-- manager, recursive: [2, 2, 2, 2]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- manager, unrolled: [2, 2, 2, 2, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of no group, recursive: [2, 2, 2, 2, int(0)]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of no group, unrolled: [2, 2, 2, 2, 2, int(0)]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of group 2, recursive: [2, 2, 2, 2, int(0), 2]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of group 2, unrolled: [2, 2, 2, 2, 2, int(0), 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of groups 1 and 3, recursive: [2, 2, 2, 2, int(0), 1, 3]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of groups 1 and 3, unrolled: [2, 2, 2, 2, 2, int(0), 1, 3]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- of no group, all documents, recursive: [2, 2, 2, 2]
-- the statement of "below the shop, also through a private folder, manager, recursive"
-- of no group, all documents, unrolled: [2, 2, 2, 2, 2]
-- the statement of "below the shop, also through a private folder, manager, unrolled"
-- of group 2, all documents, recursive: [2, 2, 2, 2]
-- the statement of "below the shop, also through a private folder, manager, recursive"
-- of group 2, all documents, unrolled: [2, 2, 2, 2, 2]
-- the statement of "below the shop, also through a private folder, manager, unrolled"
-- public, recursive: [2, 2, 2, 2, now, now]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
JOIN walk AS w ON w.id = c.id
WHERE {public c}
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- public, unrolled: [2, 2, 2, 2, 2, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
WHERE {public c}
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id

==== children of a private folder
-- manager: [40]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0), 40]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0), 2, 40]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of groups 1 and 3: [int(0), 1, 3, 40]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group, all documents: [40]
-- the statement of "children of a private folder, manager"
-- of group 2, all documents: [40]
-- the statement of "children of a private folder, manager"
-- public: [now, now, 40]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== siblings after a private document
-- manager: [17]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0), 17, int(0)]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND n.id = ? AND (n.deleted = 0 AND n.privatemgr = ?) AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0), 2, 17, int(0), 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND n.id = ? AND (n.deleted = 0 AND (n.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = n.id AND dg.document_group IN (?)))) AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of groups 1 and 3: [int(0), 1, 3, 17, int(0), 1, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND n.id = ? AND (n.deleted = 0 AND (n.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = n.id AND dg.document_group IN (?,?)))) AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group, all documents: [17]
-- the statement of "siblings after a private document, manager"
-- of group 2, all documents: [17]
-- the statement of "siblings after a private document, manager"
-- public: [now, now, 17, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n} AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== siblings after an open document
-- manager: [26]
-- the statement of "siblings after a private document, manager"
-- of no group: [int(0), 26, int(0)]
-- the statement of "siblings after a private document, of no group"
-- of group 2: [int(0), 2, 26, int(0), 2]
-- the statement of "siblings after a private document, of group 2"
-- of groups 1 and 3: [int(0), 1, 3, 26, int(0), 1, 3]
-- the statement of "siblings after a private document, of groups 1 and 3"
-- of no group, all documents: [26]
-- the statement of "siblings after a private document, manager"
-- of group 2, all documents: [26]
-- the statement of "siblings after a private document, manager"
-- public: [now, now, 26, now, now]
-- the statement of "siblings after a private document, public"

==== documents by id
-- manager: [17, 41, 42, 43, 45, 17, 41, 42, 43, 45]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND c.deleted = 0
ORDER BY FIELD(c.id,?,?,?,?,?)
-- of no group: [17, 41, 42, 43, 45, int(0), 17, 41, 42, 43, 45]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY FIELD(c.id,?,?,?,?,?)
-- of group 2: [17, 41, 42, 43, 45, int(0), 2, 17, 41, 42, 43, 45]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY FIELD(c.id,?,?,?,?,?)
-- of groups 1 and 3: [17, 41, 42, 43, 45, int(0), 1, 3, 17, 41, 42, 43, 45]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY FIELD(c.id,?,?,?,?,?)
-- of no group, all documents: [17, 41, 42, 43, 45, 17, 41, 42, 43, 45]
-- the statement of "documents by id, manager"
-- of group 2, all documents: [17, 41, 42, 43, 45, 17, 41, 42, 43, 45]
-- the statement of "documents by id, manager"
-- public: [17, 41, 42, 43, 45, now, now, 17, 41, 42, 43, 45]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND {public c}
ORDER BY FIELD(c.id,?,?,?,?,?)

==== with a tag of a variable for group 2
-- manager: [7, "dear"]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [7, "dear", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group: [7, "dear", int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND FALSE) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, ahead: [int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND FALSE AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [7, "dear", int(0), 2]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, ahead: [int(0), 2, 7, "dear", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3: [7, "dear", int(0), 1, 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND FALSE) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, ahead: [int(0), 1, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND FALSE AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents: [7, "dear"]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND FALSE) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents, ahead: [800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND FALSE AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, all documents: [7, "dear"]
-- the statement of "with a tag of a variable for group 2, manager"
-- of group 2, all documents, ahead: [7, "dear", 800]
-- the statement of "with a tag of a variable for group 2, manager, ahead"
-- public: [7, "dear", TAG, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND {tg.name is plain} AND FALSE) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND FALSE AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== with a tag of a variable that is not there
-- manager: [70, "dear"]
-- the statement of "with a tag of a variable for group 2, manager"
-- manager, ahead: [70, "dear", 800]
-- the statement of "with a tag of a variable for group 2, manager, ahead"
-- of no group: [70, "dear", int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE (c.deleted = 0 AND c.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, ahead: [int(0), 70, "dear", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [70, "dear", int(0), 2]
-- the statement of "with a tag of a variable for group 2, of group 2"
-- of group 2, ahead: [int(0), 2, 70, "dear", 800]
-- the statement of "with a tag of a variable for group 2, of group 2, ahead"
-- of groups 1 and 3: [70, "dear", int(0), 1, 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3, ahead: [int(0), 1, 3, 70, "dear", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?,?)))) AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents: [70, "dear"]
-- the statement of "with a tag of a variable for group 2, manager"
-- of no group, all documents, ahead: [70, "dear", 800]
-- the statement of "with a tag of a variable for group 2, manager, ahead"
-- of group 2, all documents: [70, "dear"]
-- the statement of "with a tag of a variable for group 2, manager"
-- of group 2, all documents, ahead: [70, "dear", 800]
-- the statement of "with a tag of a variable for group 2, manager, ahead"
-- public: [70, "dear", TAG, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND {tg.name is plain}) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 70, "dear", TAG, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?) AND {tg.name is plain} AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== variables
-- manager: []
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id
-- of no group: [7, 8]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [8]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3: [7]
-- the statement of "variables, of group 2"
-- of no group, all documents: [7, 8]
-- the statement of "variables, of no group"
-- of group 2, all documents: [8]
-- the statement of "variables, of group 2"
-- public: [7, 8]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, {stored c.`default_text`}, c.`display`, {stored c.`elements`}, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id

==== a variable for group 2
-- manager: [7]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM `evo_site_tmplvars` AS c
WHERE c.id = ?
-- of no group: [7, 8, 7]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?) AND c.id = ?
-- of group 2: [8, 7]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?) AND c.id = ?
-- of groups 1 and 3: [7, 7]
-- the statement of "a variable for group 2, of group 2"
-- of no group, all documents: [7, 8, 7]
-- the statement of "a variable for group 2, of no group"
-- of group 2, all documents: [8, 7]
-- the statement of "a variable for group 2, of group 2"
-- public: [7, 8, 7]
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, {stored c.`default_text`}, c.`display`, {stored c.`elements`}, c.`rank`, c.`category`, c.`locked`
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?) AND c.id = ?

==== stored values
-- manager: []
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- of no group: [7, 8, int(0)]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND d.privatemgr = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2: [8, int(0), 2]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND (d.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = d.id AND dg.document_group IN (?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- of groups 1 and 3: [7, int(0), 1, 3]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND (d.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = d.id AND dg.document_group IN (?,?))))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- of no group, all documents: [7, 8]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- of group 2, all documents: [8]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- public: [7, 8, now, now]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, {stored c.`value`}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND {public d})
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id

==== stored values downwards, with a condition
-- manager: []
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- of no group: [7, 8, int(0)]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND d.privatemgr = ?) AND c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- of group 2: [8, int(0), 2]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND (d.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = d.id AND dg.document_group IN (?)))) AND c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- of groups 1 and 3: [7, int(0), 1, 3]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND (d.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = d.id AND dg.document_group IN (?,?)))) AND c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- of no group, all documents: [7, 8]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?) AND c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- of group 2, all documents: [8]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?) AND c.`value` IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [7, 8, now, now, TAG]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, {stored c.`value`}, page.k1
FROM (SELECT c.id AS id, (c.`tmplvarid`) AS k1
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.tmplvarid NOT IN (?,?) AND 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND {public d}) AND {value c.`value`} IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

