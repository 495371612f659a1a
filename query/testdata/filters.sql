==== =, in any case
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, "red", TAG, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value = ? AND {value v1.value} = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== !=, which NULL is not
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== > as text
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== >= as text
-- manager: [1, "250"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value >= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "250"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} >= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== < as text
-- manager: [1, "2"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value < ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "2"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} < ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== <= as text
-- manager: [1, "2"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "2"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== = an empty text
-- manager: [1, ""]
-- the statement of "=, in any case, manager"
-- public: [1, now, now, "", TAG, ""]
-- the statement of "=, in any case, public"

==== in
-- manager: [2, "red", "blue", "'); DROP TABLE x; --"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IN (?,?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, "red", "blue", "'); DROP TABLE x; --", TAG, "red", "blue", "'); DROP TABLE x; --"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value IN (?,?,?) AND {value v1.value} IN (?,?,?))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== in a comma-separated text
-- manager: [2, "blue", "dark red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, "blue", "dark red", TAG, "blue", "dark red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value IN (?,?) AND {value v1.value} IN (?,?))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== not_in
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "red"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== like: contains
-- manager: [2, "%red%"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "%red%"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== like-l: ends with
-- manager: [2, "K RED", "K RED"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND RIGHT(v1.value, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "K RED", "K RED"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND RIGHT({value v1.value}, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== like-r: starts with
-- manager: [2, "re%"]
-- the statement of "like: contains, manager"
-- public: [2, now, now, TAG, "re%"]
-- the statement of "like: contains, public"

==== wildcards and the escape character are literal
-- manager: [2, "%_|"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND LOCATE(?, v1.value) > 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, "%_|", TAG]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND LOCATE(?, {value v1.value}) > 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== one wildcard is literal
-- manager: [2, "|_e%"]
-- the statement of "like: contains, manager"
-- public: [2, now, now, TAG, "|_e%"]
-- the statement of "like: contains, public"

==== a backslash is literal
-- manager: [2, "%\\%"]
-- the statement of "like: contains, manager"
-- public: [2, now, now, TAG, "%\\%"]
-- the statement of "like: contains, public"

==== null
-- manager: [2]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND v1.value IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND v1.value IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND {value v1.value} IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [2, now, now, TAG, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND {value v1.value} IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== !null
-- manager: [2]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {value v1.value} IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== a default in the place of NULL
-- manager: [2, "none", "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, "none", "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "none", "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({value v1.value}, ?) = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [2, now, now, TAG, "none", "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({value v1.value}, ?) = ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== with a default nothing is null
-- manager: [2, "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [2, "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, now, now, TAG, "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({value v1.value}, ?) IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [2, now, now, TAG, "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({value v1.value}, ?) IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== a default that is NULL changes nothing
-- manager: [3, "1"]
-- the statement of "!=, which NULL is not, manager"
-- public: [3, now, now, TAG, "1"]
-- the statement of "!=, which NULL is not, public"

==== an empty default is a text
-- manager: [4, "", ""]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [4, "", "", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND IFNULL(v1.value, ?) != ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [4, now, now, TAG, "", ""]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({value v1.value}, ?) != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [4, now, now, TAG, "", "", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({value v1.value}, ?) != ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== UNSIGNED, of which a negative number is great
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS UNSIGNED) >= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS UNSIGNED) >= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== SIGNED
-- manager: [1, "0"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) < CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "0"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS SIGNED) < CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== SIGNED drops what is not a number
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS SIGNED) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== DECIMAL
-- manager: [1, "+99.500"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS DECIMAL(10,2)) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "+99.500"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS DECIMAL(10,2)) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== DECIMAL rounds the stored value, not the other
-- manager: [1, "99.4"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS DECIMAL(3,0)) > CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "99.4"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS DECIMAL(3,0)) > CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== a cast of the default
-- manager: [1, "0", "0"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND CAST(IFNULL(v1.value, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- manager, ahead: [1, "0", "0", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 AND CAST(IFNULL(v1.value, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30)) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "0", "0"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND CAST(IFNULL({value v1.value}, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, ahead: [1, now, now, TAG, "0", "0", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND CAST(IFNULL({value v1.value}, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30)) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== != with a cast
-- manager: [3, "1"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS UNSIGNED) != CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [3, now, now, TAG, "1"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS UNSIGNED) != CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== a name with a dash
-- manager: [3, "1"]
-- the statement of "=, in any case, manager"
-- public: [3, now, now, "1", TAG, "1"]
-- the statement of "=, in any case, public"

==== a name that is an SQL word
-- manager: [4, "20"]
-- the statement of "=, in any case, manager"
-- public: [4, now, now, "20", TAG, "20"]
-- the statement of "=, in any case, public"

==== colons and semicolons
-- manager: [5, "A-1:x;y"]
-- the statement of "=, in any case, manager"
-- public: [5, now, now, "A-1:x;y", TAG, "A-1:x;y"]
-- the statement of "=, in any case, public"

==== any script
-- manager: [5, "%本%"]
-- the statement of "like: contains, manager"
-- public: [5, now, now, TAG, "%本%"]
-- the statement of "like: contains, public"

==== two conditions on one variable share a join
-- manager: [1, "50", "300"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) >= CAST(? AS DECIMAL(65,30)) AND CAST(v1.value AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "50", TAG, "300"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS SIGNED) >= CAST(? AS DECIMAL(65,30)) AND CAST({value v1.value} AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== with and without default they share it, too
-- manager: [1, "0", "100"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(IFNULL(v1.value, ?) AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND v1.value IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, now, now, TAG, "0", "100", TAG]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST(IFNULL({value v1.value}, ?) AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND {value v1.value} IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== conditions on three variables
-- manager: [2, 3, 1]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v2.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE v2.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NULL AND v2.value IS NOT NULL AND v3.value IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, 3, 1, now, now, TAG, TAG, TAG]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v2.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE v2.tmplvarid = ? AND {public each c} AND {value v1.value} IS NULL AND {value v2.value} IS NOT NULL AND {value v3.value} IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== two variables that need a value
-- manager: [2, 1, "300"]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid STRAIGHT_JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND v2.value IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2, 1, now, now, TAG, "300", TAG]
SELECT {items}
FROM (SELECT /*+ NO_BNL() */ v1.contentid AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid STRAIGHT_JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({value v1.value} AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND {value v2.value} IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== an order on a variable that must be null
-- manager: [2, 1]
SELECT {items}, page.k1, page.k2
FROM (SELECT /*+ NO_BNL() */ v2.contentid AS id, (LEFT(v1.value, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE v2.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NULL AND v2.value IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public: [TAG, TAG, 2, 1, now, now, TAG, TAG]
SELECT {items}, page.k1, page.k2
FROM (SELECT /*+ NO_BNL() */ v2.contentid AS id, (LEFT({value v1.value}, 255)) AS k1, (LEFT({value v2.value}, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE v2.tmplvarid = ? AND {public c} AND {value v1.value} IS NULL AND {value v2.value} IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id

