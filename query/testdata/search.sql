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

==== below the root, to any depth, is the whole site
-- manager: []
-- the statement of "the whole site, manager"
-- manager, ahead: [800]
-- the statement of "the whole site, manager, ahead"
-- public: [now, now]
-- the statement of "the whole site, public"
-- public, ahead: [now, now, 800]
-- the statement of "the whole site, public, ahead"

==== the third page
-- manager: []
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0
ORDER BY id LIMIT 5 OFFSET 10) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [120]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id <= ?
ORDER BY id LIMIT 5 OFFSET 10) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c}
ORDER BY id LIMIT 5 OFFSET 10) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 120]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.id <= ?
ORDER BY id LIMIT 5 OFFSET 10) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== below the root, two levels
-- manager, recursive: [0, 0, 2, 0]
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

==== below a document, three levels, by id
-- manager, recursive: [2, 2, 3, 2]
-- the statement of "below the root, two levels, manager, recursive"
-- manager, unrolled: [2, 2, 2, 2, 2, 2, 2, 2, 2]
SELECT {items}
FROM (SELECT c.id AS id
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
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, 2, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent, a2.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, 2, 3, 2, now, now]
-- the statement of "below the root, two levels, public, recursive"
-- public, unrolled: [2, 2, 2, 2, 2, 2, 2, 2, 2, now, now]
SELECT {items}
FROM (SELECT c.id AS id
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
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 2, 2, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent, a2.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== below a draft
-- manager, recursive: [26, 26, 1, 26]
-- the statement of "below the root, two levels, manager, recursive"
-- manager, unrolled: [26, 26]
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
-- manager, ahead: [26, 26, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [26, 26, 1, 26, now, now]
-- the statement of "below the root, two levels, public, recursive"
-- public, unrolled: [26, 26, now, now]
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
-- public, ahead: [now, now, 26, 26, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== below a folder in the trash
-- manager, recursive: [5, 5, 1, 5]
-- the statement of "below the root, two levels, manager, recursive"
-- manager, unrolled: [5, 5]
-- the statement of "below a draft, manager, unrolled"
-- manager, ahead: [5, 5, 800]
-- the statement of "below a draft, manager, ahead"
-- public, recursive: [5, 5, 1, 5, now, now]
-- the statement of "below the root, two levels, public, recursive"
-- public, unrolled: [5, 5, now, now]
-- the statement of "below a draft, public, unrolled"
-- public, ahead: [now, now, 5, 5, 800]
-- the statement of "below a draft, public, ahead"

==== below no document
-- manager, recursive: [999, 999, 1, 999]
-- the statement of "below the root, two levels, manager, recursive"
-- manager, unrolled: [999, 999]
-- the statement of "below a draft, manager, unrolled"
-- manager, ahead: [999, 999, 800]
-- the statement of "below a draft, manager, ahead"
-- public, recursive: [999, 999, 1, 999, now, now]
-- the statement of "below the root, two levels, public, recursive"
-- public, unrolled: [999, 999, now, now]
-- the statement of "below a draft, public, unrolled"
-- public, ahead: [now, now, 999, 999, 800]
-- the statement of "below a draft, public, ahead"

==== of a section
-- manager: [2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 26]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 26, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 26]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public c} AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 2, 26, 26, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public each c} AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== of a section and the rest of the site, two levels
-- manager, recursive: [0, 0, 2, 0, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3]
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
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [0, 0, 0, 0, 0, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3]
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
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [0, 0, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent) AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [0, 0, 2, 0, now, now, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3]
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
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public c} AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [0, 0, 0, 0, 0, now, now, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3]
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
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public c} AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 0, 0, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 0, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent) AND CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END IN (?,?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== published
-- manager: [int(1), 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.published = ? AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [int(1), 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.published = ? AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, int(1), 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.published = ? AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, int(1), 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.published = ? AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== drafts
-- manager: [int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.published = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.published = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.published = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.published = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== not in the trash
-- manager, recursive: [3, 3, 1, 3, int(0)]
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
WHERE c.deleted = 0 AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [3, 3, int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = 0 AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [3, 3, int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent) AND c.deleted = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [3, 3, 1, 3, now, now, int(0)]
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
-- public, unrolled: [3, 3, now, now, int(0)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE {public c} AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 3, 3, int(0), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent) AND c.deleted = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in the trash, for managers only
-- manager: [int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in the trash, below a folder in the trash
-- manager, recursive: [5, 5, 1, 5, int(1)]
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
-- manager, unrolled: [5, 5, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?) AS w ON w.id = c.id
WHERE c.deleted = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [5, 5, 1, 5, now, now, int(1)]
-- the statement of "not in the trash, public, recursive"
-- public, unrolled: [5, 5, now, now, int(1)]
-- the statement of "not in the trash, public, unrolled"

==== not in menus
-- manager: [int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.hidemenu = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [int(1), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.hidemenu = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, int(1)]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.hidemenu = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, int(1), 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.hidemenu = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in menus
-- manager: [int(0), 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.hidemenu = ? AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [int(0), 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.hidemenu = ? AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now, int(0), 3]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.hidemenu = ? AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, int(0), 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.hidemenu = ? AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== of a template, below a document
-- manager, recursive: [2, 2, 2, 2, 1]
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
WHERE c.deleted = 0 AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [2, 2, 2, 2, 2, 1]
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
WHERE c.deleted = 0 AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, 2, 1, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, 2, 2, 2, now, now, 1]
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
WHERE {public c} AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, 2, 2, 2, 2, now, now, 1]
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
WHERE {public c} AND c.template = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 2, 2, 1, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.template = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== of two templates, below a document
-- manager, recursive: [2, 2, 2, 2, 1, 3]
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
WHERE c.deleted = 0 AND c.template IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, unrolled: [2, 2, 2, 2, 2, 1, 3]
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
WHERE c.deleted = 0 AND c.template IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, 2, 1, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE c.deleted = 0 AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.template IN (?,?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, 2, 2, 2, now, now, 1, 3]
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
WHERE {public c} AND c.template IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, 2, 2, 2, 2, now, now, 1, 3]
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
WHERE {public c} AND c.template IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 2, 2, 1, 3, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS a1 ON a1.id = c.parent
WHERE {public each c} AND c.id <> ? AND ? IN (c.parent, a1.parent) AND c.template IN (?,?) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== with a tag
-- manager: [6, "wood"]
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
-- manager, ahead: [6, "wood", 800]
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
-- public: [6, "wood", TAG, now, now]
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
-- public, ahead: [now, now, 6, "wood", TAG, 800]
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

==== with one of some tags, each document once
-- manager: [6, "wood", "indoor"]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE c.deleted = 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [6, "wood", "indoor", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?) AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [6, "wood", "indoor", TAG, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?) AND {tg.name is plain}) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE {public c}
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [now, now, 6, "wood", "indoor", TAG, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND EXISTS (SELECT 1
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?) AND {tg.name is plain} AND ct.doc_id = c.id) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== with a tag of another template variable
-- manager: [5, "wood"]
-- the statement of "with a tag, manager"
-- manager, ahead: [5, "wood", 800]
-- the statement of "with a tag, manager, ahead"
-- public: [5, "wood", TAG, now, now]
-- the statement of "with a tag, public"
-- public, ahead: [now, now, 5, "wood", TAG, 800]
-- the statement of "with a tag, public, ahead"

==== with a tag that nothing has
-- manager: [6, "glass"]
-- the statement of "with a tag, manager"
-- manager, ahead: [6, "glass", 800]
-- the statement of "with a tag, manager, ahead"
-- public: [6, "glass", TAG, now, now]
-- the statement of "with a tag, public"
-- public, ahead: [now, now, 6, "glass", TAG, 800]
-- the statement of "with a tag, public, ahead"

==== everything at once
-- manager, recursive: [2, 2, 2, 2, "DECIMAL(10,2)", 6, "wood", "outdoor", 1, 3, 2, int(1), int(0), int(0), 2, "-200", "1", "none", "blue"]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k2
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
JOIN walk AS w ON w.id = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE c.deleted = 0 AND c.published = ? AND c.deleted = ? AND c.hidemenu = ? AND c.template = ? AND CAST(v1.value AS SIGNED) > CAST(? AS DECIMAL(65,30)) AND v2.value = ? AND IFNULL(v3.value, ?) != ?
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- manager, unrolled: ["DECIMAL(10,2)", 6, "wood", "outdoor", 2, 2, 2, 2, 2, 1, 3, 2, int(1), int(0), int(0), 2, "-200", "1", "none", "blue"]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k2
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?)) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE c.deleted = 0 AND c.published = ? AND c.deleted = ? AND c.hidemenu = ? AND c.template = ? AND CAST(v1.value AS SIGNED) > CAST(? AS DECIMAL(65,30)) AND v2.value = ? AND IFNULL(v3.value, ?) != ?
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public, recursive: [2, 2, 2, 2, "DECIMAL(10,2)", TAG, 6, "wood", "outdoor", TAG, 1, 3, 2, now, now, int(1), int(0), int(0), 2, TAG, "-200", "1", TAG, "1", TAG, "none", "blue"]
WITH RECURSIVE walk (id, level) AS (SELECT s.id, 1
FROM `evo_site_content` AS s
WHERE s.parent = ? AND s.id <> ?
UNION ALL SELECT s.id, w.level + 1
FROM walk AS w
JOIN `evo_site_content` AS s ON s.parent = w.id
WHERE w.level < ? AND s.id <> ?) SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k1, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k2
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?) AND {tg.name is plain}) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
JOIN walk AS w ON w.id = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE {public c} AND c.published = ? AND c.deleted = ? AND c.hidemenu = ? AND c.template = ? AND CAST({value v1.value} AS SIGNED) > CAST(? AS DECIMAL(65,30)) AND (v2.value = ? AND {value v2.value} = ?) AND IFNULL({value v3.value}, ?) != ?
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public, unrolled: ["DECIMAL(10,2)", TAG, 6, "wood", "outdoor", TAG, 2, 2, 2, 2, 2, 1, 3, 2, now, now, int(1), int(0), int(0), 2, TAG, "-200", "1", TAG, "1", TAG, "none", "blue"]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k1, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k2
FROM (SELECT DISTINCT ct.doc_id AS id
FROM `evo_site_content_tags` AS ct
JOIN `evo_tags` AS tg ON tg.id = ct.tag_id
WHERE ct.tv_id = ? AND tg.name IN (?,?) AND {tg.name is plain}) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
INNER JOIN (SELECT s1.id
FROM `evo_site_content` AS s1
WHERE s1.parent = ? AND s1.id <> ?
UNION ALL SELECT s2.id
FROM `evo_site_content` AS s1
JOIN `evo_site_content` AS s2 ON s2.parent = s1.id
WHERE s1.parent = ? AND s1.id <> ? AND s2.id <> ?) AS w ON w.id = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE {public c} AND c.published = ? AND c.deleted = ? AND c.hidemenu = ? AND c.template = ? AND CAST({value v1.value} AS SIGNED) > CAST(? AS DECIMAL(65,30)) AND (v2.value = ? AND {value v2.value} = ?) AND IFNULL({value v3.value}, ?) != ?
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id

