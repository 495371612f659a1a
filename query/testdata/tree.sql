==== one level below the shop
-- manager, recursive: [2, 2, 1, 2]
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
-- manager, unrolled: [2, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- public, recursive: [2, 2, 1, 2, now, now]
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
-- public, unrolled: [2, 2, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE {public c}
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id

==== three levels below the shop
-- manager, recursive: [2, 2, 3, 2]
-- the statement of "one level below the shop, manager, recursive"
-- manager, unrolled: [2, 2, 2, 2, 2, 2, 2, 2, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?
UNION ALL SELECT s3.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
JOIN `evo_site_content` AS s3 ON s3.parent = s2.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ? AND s3.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
-- public, recursive: [2, 2, 3, 2, now, now]
-- the statement of "one level below the shop, public, recursive"
-- public, unrolled: [2, 2, 2, 2, 2, 2, 2, 2, 2, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.parent) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?
UNION ALL SELECT s3.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
JOIN `evo_site_content` AS s3 ON s3.parent = s2.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ? AND s3.id <> ?) AS w ON w.id = c.id
WHERE {public c}
ORDER BY k1, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id

==== a page of what is below the shop
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
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
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
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id
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
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
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
ORDER BY k1, k2, id LIMIT 3 OFFSET 4) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2, page.id

==== below the root of the site
-- manager, recursive: [0, 0, 1, 0]
-- the statement of "one level below the shop, manager, recursive"
-- manager, unrolled: [0, 0]
-- the statement of "one level below the shop, manager, unrolled"
-- public, recursive: [0, 0, 1, 0, now, now]
-- the statement of "one level below the shop, public, recursive"
-- public, unrolled: [0, 0, now, now]
-- the statement of "one level below the shop, public, unrolled"

==== below a draft
-- manager, recursive: [26, 26, 1, 26]
-- the statement of "one level below the shop, manager, recursive"
-- manager, unrolled: [26, 26]
-- the statement of "one level below the shop, manager, unrolled"
-- public, recursive: [26, 26, 1, 26, now, now]
-- the statement of "one level below the shop, public, recursive"
-- public, unrolled: [26, 26, now, now]
-- the statement of "one level below the shop, public, unrolled"

==== below a folder in the trash
-- manager, recursive: [5, 5, 2, 5]
-- the statement of "one level below the shop, manager, recursive"
-- manager, unrolled: [5, 5, 5, 5, 5]
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
-- public, recursive: [5, 5, 2, 5, now, now]
-- the statement of "one level below the shop, public, recursive"
-- public, unrolled: [5, 5, 5, 5, 5, now, now]
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

==== the root documents
-- manager, recursive: [0, 0, 1, 0]
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
-- manager, unrolled: [0, 0]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [0, 0, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [0, 0, 1, 0, now, now]
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
-- public, unrolled: [0, 0, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 0, 0, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== the root documents and one level below
-- manager, recursive: [0, 0, 2, 0]
-- the statement of "the root documents, manager, recursive"
-- manager, unrolled: [0, 0, 0, 0, 0]
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
-- manager, ahead: [0, 0, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [0, 0, 2, 0, now, now]
-- the statement of "the root documents, public, recursive"
-- public, unrolled: [0, 0, 0, 0, 0, now, now]
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
-- public, ahead: [now, now, 0, 0, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

