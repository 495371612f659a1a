==== items are in the order of the ids, without those that are not visible
-- manager: [31, 1, 15, 13, 999, 31, 1, 15, 13, 999]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND c.deleted = 0
ORDER BY FIELD(c.id,?,?,?,?,?)
-- public: [31, 1, 15, 13, 999, now, now, 31, 1, 15, 13, 999]
SELECT {items}
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?) AND {public c}
ORDER BY FIELD(c.id,?,?,?,?,?)

==== children of the shop
-- manager: [2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.parent = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== the second page of them
-- manager: [2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ?
ORDER BY k1, id LIMIT 2 OFFSET 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.parent = ?
ORDER BY k1, id LIMIT 2 OFFSET 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== children of the root of the site
-- manager: [0]
-- the statement of "children of the shop, manager"
-- public: [now, now, 0]
-- the statement of "children of the shop, public"

==== children of a draft, of which one is published
-- manager: [26]
-- the statement of "children of the shop, manager"
-- public: [now, now, 26]
-- the statement of "children of the shop, public"

==== children in a range of the menu
-- manager: [2, 1, 4]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 2, 1, 4]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.parent = ? AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== children from a place in the menu on
-- manager: [2, 10]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = ? AND c.menuindex >= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 2, 10]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.parent = ? AND c.menuindex >= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== siblings
-- manager: [11]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 11, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n}
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== siblings at the root of the site
-- manager: [1]
-- the statement of "siblings, manager"
-- public: [now, now, 1, now, now]
-- the statement of "siblings, public"

==== siblings of a draft
-- manager: [13]
-- the statement of "siblings, manager"
-- public: [now, now, 13, now, now]
-- the statement of "siblings, public"

==== siblings of a document in the trash
-- manager: [15]
-- the statement of "siblings, manager"
-- public: [now, now, 15, now, now]
-- the statement of "siblings, public"

==== siblings in a range of the menu
-- manager: [11, 0, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 11, now, now, 0, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n} AND c.menuindex >= ? AND c.menuindex <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== neighbors
-- manager: [11]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 11, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n} AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== neighbors of the first
-- manager: [10]
-- the statement of "neighbors, manager"
-- public: [now, now, 10, now, now]
-- the statement of "neighbors, public"

==== neighbors of which one is a draft and the other in the trash
-- manager: [14]
-- the statement of "neighbors, manager"
-- public: [now, now, 14, now, now]
-- the statement of "neighbors, public"

==== neighbors do not share the place in the menu
-- manager: [31]
-- the statement of "neighbors, manager"
-- public: [now, now, 31, now, now]
-- the statement of "neighbors, public"

==== siblings before, the nearest first
-- manager: [14]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.menuindex) AS k1, (c.id) AS k2
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex < n.menuindex
ORDER BY k1 DESC, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2 DESC, page.id
-- public: [now, now, 14, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (c.menuindex) AS k1, (c.id) AS k2
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n} AND c.menuindex < n.menuindex
ORDER BY k1 DESC, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2 DESC, page.id

==== siblings after
-- manager: [14]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE c.deleted = 0 AND n.id = ? AND n.deleted = 0 AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 14, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_content` AS n ON n.parent = c.parent AND n.id <> c.id
WHERE {public c} AND n.id = ? AND {public n} AND c.menuindex > n.menuindex
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

