==== by id, descending
-- manager: [3]
SELECT {items}
FROM (SELECT c.id AS id, (c.id) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 3]
SELECT {items}
FROM (SELECT c.id AS id, (c.id) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by title, Latin before Cyrillic
-- manager: [3]
SELECT {items}
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 3]
SELECT {items}
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by title, descending
-- manager: [3]
SELECT {items}
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 3]
SELECT {items}
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by place in the menu, descending, ties by id
-- manager: [3]
SELECT {items}
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 3]
SELECT {items}
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by creation
-- manager: [3]
SELECT {items}
FROM (SELECT c.id AS id, (c.createdon) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 3]
SELECT {items}
FROM (SELECT c.id AS id, (c.createdon) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by publication, descending
-- manager: [1]
SELECT {items}
FROM (SELECT c.id AS id, (c.pub_date) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 1]
SELECT {items}
FROM (SELECT c.id AS id, (c.pub_date) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by date, descending: of publication, or else of creation
-- manager: [2]
SELECT {items}
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by date, which comes before the field
-- manager: [1]
SELECT {items}
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 1]
SELECT {items}
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a template variable, as text
-- manager: [1]
SELECT {items}
FROM (SELECT c.id AS id, (v1.value) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, recursive: [1, now, now]
SELECT {items}
FROM (SELECT c.id AS id, ({shown v1.value}) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND {shown v1.value} IS NOT NULL
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, unrolled: [1, now, now]
-- the statement of "by a template variable, as text, public, recursive"

==== by a template variable, as a number, descending
-- manager: [1]
SELECT {items}
FROM (SELECT c.id AS id, (CAST(v1.value AS DECIMAL(10,2))) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, recursive: [1, now, now]
SELECT {items}
FROM (SELECT c.id AS id, (CAST({shown v1.value} AS DECIMAL(10,2))) AS k1
FROM `evo_site_content` AS c
JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND {shown v1.value} IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, unrolled: [1, now, now]
-- the statement of "by a template variable, as a number, descending, public, recursive"

==== by a template variable that some do not have: first
-- manager: [4, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST(v1.value AS UNSIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, recursive: [4, now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST({shown v1.value} AS UNSIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, unrolled: [4, now, now, 2]
-- the statement of "by a template variable that some do not have: first, public, recursive"

==== by a template variable that some do not have, descending: last
-- manager: [4, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST(v1.value AS SIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, recursive: [4, now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST({shown v1.value} AS SIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, unrolled: [4, now, now, 2]
-- the statement of "by a template variable that some do not have, descending: last, public, recursive"

==== by a template variable with its default
-- manager: ["none", 2, 2]
SELECT {items}
FROM (SELECT c.id AS id, (IFNULL(v1.value, ?)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, recursive: ["none", 2, now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, (IFNULL({shown v1.value}, ?)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, unrolled: ["none", 2, now, now, 2]
-- the statement of "by a template variable with its default, public, recursive"

==== by a template variable whose default is NULL
-- manager: [5, 2]
SELECT {items}
FROM (SELECT c.id AS id, (v1.value) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, recursive: [5, now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, ({shown v1.value}) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, unrolled: [5, now, now, 2]
-- the statement of "by a template variable whose default is NULL, public, recursive"

==== by two template variables, then by a field
-- manager: ["", 4, 3, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST(IFNULL(v1.value, ?) AS UNSIGNED)) AS k1, (v2.value) AS k2, (c.menuindex) AS k3
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, k2, k3 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.k3 DESC, page.id
-- public, recursive: ["", 4, 3, now, now, 2]
SELECT {items}
FROM (SELECT c.id AS id, (CAST(IFNULL({shown v1.value}, ?) AS UNSIGNED)) AS k1, ({shown v2.value}) AS k2, (c.menuindex) AS k3
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, k2, k3 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.k3 DESC, page.id
-- public, unrolled: ["", 4, 3, now, now, 2]
-- the statement of "by two template variables, then by a field, public, recursive"

