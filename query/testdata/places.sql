==== places
-- manager, recursive: [2, 26, 27, 999, int(8)]
WITH RECURSIVE up (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.id IN (?,?,?,?) UNION SELECT s.parent, u.level + 1
FROM up AS u
JOIN `evo_site_content` AS s ON s.id = u.id
WHERE u.level <= ? AND s.parent <> 0) SELECT c.id, c.parent, IF(c.deleted = 0, 1, 0), IF(c.deleted = 0 AND c.deletedon = 0, 0, 1), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM (SELECT DISTINCT id
FROM up) AS above STRAIGHT_JOIN `evo_site_content` AS c ON c.id = above.id
-- manager, unrolled: [2, 26, 27, 999]
SELECT c.id, c.parent, IF(c.deleted = 0, 1, 0), IF(c.deleted = 0 AND c.deletedon = 0, 0, 1), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?)
-- public, recursive: [2, 26, 27, 999, int(8), now, now]
WITH RECURSIVE up (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.id IN (?,?,?,?) UNION SELECT s.parent, u.level + 1
FROM up AS u
JOIN `evo_site_content` AS s ON s.id = u.id
WHERE u.level <= ? AND s.parent <> 0) SELECT c.id, c.parent, IF({public each c}, 1, 0), IF(c.deleted = 0 AND c.deletedon = 0, 0, 1), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM (SELECT DISTINCT id
FROM up) AS above STRAIGHT_JOIN `evo_site_content` AS c ON c.id = above.id
-- public, unrolled: [now, now, 2, 26, 27, 999]
SELECT c.id, c.parent, IF({public each c}, 1, 0), IF(c.deleted = 0 AND c.deletedon = 0, 0, 1), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?)

