==== by id, descending
-- manager: [3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.id) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.id) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by title, Latin before Cyrillic
-- manager: [3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, TAG, now, now, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, ({plain c.pagetitle}) AS k1, ({plain c.pagetitle} IS NULL) AS n1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY n1, k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.n1, page.k1, page.id

==== by title, descending
-- manager: [3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [TAG, now, now, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, ({plain c.pagetitle}) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by place in the menu, descending, ties by id
-- manager: [3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.menuindex) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by creation
-- manager: [3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.createdon) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 3]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.createdon) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by publication, descending
-- manager: [1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pub_date) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pub_date) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by date, descending: of publication, or else of creation
-- manager: [2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by date, which comes before the field
-- manager: [1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now, 1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a template variable, as text
-- manager: [1]
SELECT {items}, page.k1
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (LEFT(v1.value, 255)) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, 1, now, now, TAG]
SELECT {items}, page.k1
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (LEFT({value v1.value}, 255)) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public c} AND {value v1.value} IS NOT NULL
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a template variable, as a number, descending
-- manager: ["DECIMAL(10,2)", 1]
SELECT {items}, page.k1
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: ["DECIMAL(10,2)", TAG, 1, now, now, TAG]
SELECT {items}, page.k1
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public c} AND {value v1.value} IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by a template variable that some do not have: first
-- manager: [4, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (CAST(v1.value AS UNSIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, 4, now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (CAST({value v1.value} AS UNSIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a template variable that some do not have, descending: last
-- manager: [4, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (CAST(v1.value AS SIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [TAG, 4, now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (CAST({value v1.value} AS SIGNED)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by a template variable with its default
-- manager: ["none", 2, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT(IFNULL(v1.value, ?), 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, "none", 2, now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT(IFNULL({value v1.value}, ?), 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a template variable whose default is NULL
-- manager: [5, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, 5, now, now, 2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT({value v1.value}, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by two template variables, then by a field
-- manager: ["", 4, 3, 2]
SELECT {items}, page.k1, page.k2, page.k3
FROM (SELECT c.id AS id, (CAST(IFNULL(v1.value, ?) AS UNSIGNED)) AS k1, (LEFT(v2.value, 255)) AS k2, (c.menuindex) AS k3
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0 AND c.template = ?
ORDER BY k1 DESC, k2, k3 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.k3 DESC, page.id
-- public: [TAG, "", TAG, 4, 3, now, now, 2]
SELECT {items}, page.k1, page.k2, page.k3
FROM (SELECT c.id AS id, (CAST(IFNULL({value v1.value}, ?) AS UNSIGNED)) AS k1, (LEFT({value v2.value}, 255)) AS k2, (c.menuindex) AS k3
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public c} AND c.template = ?
ORDER BY k1 DESC, k2, k3 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.k3 DESC, page.id

==== by a template variable rounded, then exactly, descending
-- manager: ["DECIMAL(10,0)", "DECIMAL(10,2)", 1]
SELECT {items}, page.k1, page.k2
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,0)))) AS k1, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public: ["DECIMAL(10,0)", TAG, "DECIMAL(10,2)", TAG, 1, now, now, TAG]
SELECT {items}, page.k1, page.k2
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,0)))) AS k1, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public c} AND {value v1.value} IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id

==== the whole site by a template variable
-- manager: [2]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- manager, ahead: [2, 800]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND (LEFT(v1.value, 255) IS NULL) AND c.id <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, 2, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT({value v1.value}, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c}
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, ahead: [TAG, 2, now, now, TAG, 800]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (LEFT({value v1.value}, 255)) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND (LEFT({value v1.value}, 255) IS NULL) AND c.id <= ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== the whole site by a template variable, descending
-- manager: ["DECIMAL(10,2)", 1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- manager, ahead: ["DECIMAL(10,2)", "DECIMAL(10,2)", 1, "DECIMAL(10,2)", 1]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1
FROM (SELECT v1.contentid AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1
WHERE v1.tmplvarid = ? AND (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2))) IS NOT NULL)
ORDER BY k1 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: ["DECIMAL(10,2)", TAG, 1, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k1
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c}
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, ahead: ["DECIMAL(10,2)", TAG, "DECIMAL(10,2)", 1, "DECIMAL(10,2)", 1, now, now, "DECIMAL(10,2)", TAG]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2)))) AS k1
FROM (SELECT v1.contentid AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2)))) AS k1
FROM `evo_site_tmplvar_contentvalues` AS v1
WHERE v1.tmplvarid = ? AND (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(10,2))) IS NOT NULL)
ORDER BY k1 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(10,2))) IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== the whole site by two template variables, the first descending
-- manager: [4, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (CAST(v1.value AS UNSIGNED)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1 DESC, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id
-- manager, ahead: [2, 4, 4, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (CAST(v1.value AS UNSIGNED)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM (SELECT v1.contentid AS id, (CAST(v1.value AS UNSIGNED)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v1
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = v1.contentid
WHERE v1.tmplvarid = ? AND (CAST(v1.value AS UNSIGNED) IS NOT NULL)
ORDER BY k1 DESC, k2, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1 DESC, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id
-- public: [TAG, TAG, 4, 2, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (CAST({value v1.value} AS UNSIGNED)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public c}
ORDER BY k1 DESC, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id
-- public, ahead: [TAG, TAG, TAG, 2, 4, 4, 2, now, now, TAG]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (CAST({value v1.value} AS UNSIGNED)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM (SELECT v1.contentid AS id, (CAST(v1.value AS UNSIGNED)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v1
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = v1.contentid
WHERE v1.tmplvarid = ? AND (CAST(v1.value AS UNSIGNED) IS NOT NULL)
ORDER BY k1 DESC, k2, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public each c} AND CAST({value v1.value} AS UNSIGNED) IS NOT NULL
ORDER BY k1 DESC, k2, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id

==== the whole site by two template variables, the second descending
-- manager: [4, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- manager, ahead: [4, 2, 4, 2]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM (SELECT v2.contentid AS id, (LEFT(v1.value, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = v2.contentid
WHERE v2.tmplvarid = ? AND (LEFT(v1.value, 255) IS NULL AND LEFT(v2.value, 255) IS NOT NULL)
ORDER BY k1, k2 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public: [TAG, TAG, 4, 2, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT({value v1.value}, 255)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public c}
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public, ahead: [TAG, TAG, TAG, 4, 2, TAG, 4, 2, now, now, TAG]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT({value v1.value}, 255)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM (SELECT v2.contentid AS id, (LEFT({value v1.value}, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = v2.contentid
WHERE v2.tmplvarid = ? AND (LEFT({value v1.value}, 255) IS NULL AND LEFT(v2.value, 255) IS NOT NULL)
ORDER BY k1, k2 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public each c} AND LEFT({value v2.value}, 255) IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id

==== the whole site by title, descending
-- manager: []
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- manager, ahead: []
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
ORDER BY k1 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE c.deleted = 0
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [TAG, now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, ({plain c.pagetitle}) AS k1
FROM `evo_site_content` AS c
WHERE {public c}
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public, ahead: [TAG, now, now, TAG]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, ({plain c.pagetitle}) AS k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
ORDER BY k1 DESC, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE {public each c} AND {plain c.pagetitle} IS NOT NULL
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== the whole site by date
-- manager: []
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- manager, ahead: []
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
ORDER BY k1, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE c.deleted = 0
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
WHERE {public c}
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public, ahead: [now, now]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM (SELECT c.id AS id, (IF(c.pub_date > 0, c.pub_date, c.createdon)) AS k1
FROM `evo_site_content` AS c
ORDER BY k1, id LIMIT 800) AS hit STRAIGHT_JOIN `evo_site_content` AS c ON c.id = hit.id
WHERE {public each c}
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== behind a position
-- manager: [3, "Link", "Link", 30]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, (c.pagetitle) AS k1
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.template = ? AND (c.pagetitle > ? OR c.pagetitle = ? AND c.id > ?)
ORDER BY k1, id LIMIT 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG, TAG, now, now, 3, TAG, "Link", TAG, TAG, "Link", 30]
SELECT {items}, page.k1
FROM (SELECT c.id AS id, ({plain c.pagetitle}) AS k1, ({plain c.pagetitle} IS NULL) AS n1
FROM `evo_site_content` AS c
WHERE {public c} AND c.template = ? AND ({plain c.pagetitle} > ? OR {plain c.pagetitle} IS NULL OR {plain c.pagetitle} = ? AND c.id > ?)
ORDER BY n1, k1, id LIMIT 2) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.n1, page.k1, page.id

==== behind a position without a value, in descending order
-- manager: ["DECIMAL(8,2)", 1, 2, "DECIMAL(8,2)", 1, 1, 22]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(8,2)))) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND c.template = ? AND (IF(? IS NULL, NULL, CAST(v1.value AS DECIMAL(8,2))) IS NULL AND (c.menuindex > ? OR c.menuindex = ? AND c.id > ?))
ORDER BY k1 DESC, k2, id LIMIT 3) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id
-- public: ["DECIMAL(8,2)", TAG, 1, now, now, 2, "DECIMAL(8,2)", TAG, 1, 1, 22]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(8,2)))) AS k1, (c.menuindex) AS k2
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND c.template = ? AND (IF(? IS NULL, NULL, CAST({value v1.value} AS DECIMAL(8,2))) IS NULL AND (c.menuindex > ? OR c.menuindex = ? AND c.id > ?))
ORDER BY k1 DESC, k2, id LIMIT 3) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.k2, page.id

