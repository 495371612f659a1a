==== =, in any case
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "red", "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value = ? AND {shown v1.value} = ?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "red", "red"]
-- the statement of "=, in any case, public, recursive"

==== !=, which NULL is not
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "red"]
-- the statement of "!=, which NULL is not, public, recursive"

==== > as text
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "100"]
-- the statement of "> as text, public, recursive"

==== >= as text
-- manager: [1, "250"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value >= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "250"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} >= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "250"]
-- the statement of ">= as text, public, recursive"

==== < as text
-- manager: [1, "2"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value < ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "2"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} < ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "2"]
-- the statement of "< as text, public, recursive"

==== <= as text
-- manager: [1, "2"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "2"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "2"]
-- the statement of "<= as text, public, recursive"

==== = an empty text
-- manager: [1, ""]
-- the statement of "=, in any case, manager"
-- public, recursive: [1, now, now, "", ""]
-- the statement of "=, in any case, public, recursive"
-- public, unrolled: [1, now, now, "", ""]
-- the statement of "=, in any case, public, recursive"

==== in
-- manager: [2, "red", "blue", "'); DROP TABLE x; --"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IN (?,?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "red", "blue", "'); DROP TABLE x; --", "red", "blue", "'); DROP TABLE x; --"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value IN (?,?,?) AND {shown v1.value} IN (?,?,?))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "red", "blue", "'); DROP TABLE x; --", "red", "blue", "'); DROP TABLE x; --"]
-- the statement of "in, public, recursive"

==== in a comma-separated text
-- manager: [2, "blue", "dark red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "blue", "dark red", "blue", "dark red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND (v1.value IN (?,?) AND {shown v1.value} IN (?,?))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "blue", "dark red", "blue", "dark red"]
-- the statement of "in a comma-separated text, public, recursive"

==== not_in
-- manager: [2, "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "red"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "red"]
-- the statement of "not_in, public, recursive"

==== like: contains
-- manager: [2, "%red%"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "%red%"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "%red%"]
-- the statement of "like: contains, public, recursive"

==== like-l: ends with
-- manager: [2, "K RED", "K RED"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND RIGHT(v1.value, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "K RED", "K RED"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND RIGHT({shown v1.value}, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "K RED", "K RED"]
-- the statement of "like-l: ends with, public, recursive"

==== like-r: starts with
-- manager: [2, "re%"]
-- the statement of "like: contains, manager"
-- public, recursive: [2, now, now, "re%"]
-- the statement of "like: contains, public, recursive"
-- public, unrolled: [2, now, now, "re%"]
-- the statement of "like: contains, public, recursive"

==== wildcards and the escape character are literal
-- manager: [2, "%_|"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND LOCATE(?, v1.value) > 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now, "%_|"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND LOCATE(?, {shown v1.value}) > 0
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "%_|"]
-- the statement of "wildcards and the escape character are literal, public, recursive"

==== one wildcard is literal
-- manager: [2, "|_e%"]
-- the statement of "like: contains, manager"
-- public, recursive: [2, now, now, "|_e%"]
-- the statement of "like: contains, public, recursive"
-- public, unrolled: [2, now, now, "|_e%"]
-- the statement of "like: contains, public, recursive"

==== a backslash is literal
-- manager: [2, "%\\%"]
-- the statement of "like: contains, manager"
-- public, recursive: [2, now, now, "%\\%"]
-- the statement of "like: contains, public, recursive"
-- public, unrolled: [2, now, now, "%\\%"]
-- the statement of "like: contains, public, recursive"

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
-- public, recursive: [2, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND {shown v1.value} IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now]
-- the statement of "null, public, recursive"
-- public, ahead: [2, now, now, 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND {shown v1.value} IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== !null
-- manager: [2]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND {shown v1.value} IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now]
-- the statement of "!null, public, recursive"

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
-- public, recursive: [2, now, now, "none", "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({shown v1.value}, ?) = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "none", "none"]
-- the statement of "a default in the place of NULL, public, recursive"
-- public, ahead: [2, now, now, "none", "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({shown v1.value}, ?) = ? AND c.id <= ?
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
-- public, recursive: [2, now, now, "none"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({shown v1.value}, ?) IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, now, now, "none"]
-- the statement of "with a default nothing is null, public, recursive"
-- public, ahead: [2, now, now, "none", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({shown v1.value}, ?) IS NULL AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== a default that is NULL changes nothing
-- manager: [3, "1"]
-- the statement of "!=, which NULL is not, manager"
-- public, recursive: [3, now, now, "1"]
-- the statement of "!=, which NULL is not, public, recursive"
-- public, unrolled: [3, now, now, "1"]
-- the statement of "!=, which NULL is not, public, recursive"

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
-- public, recursive: [4, now, now, "", ""]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND IFNULL({shown v1.value}, ?) != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [4, now, now, "", ""]
-- the statement of "an empty default is a text, public, recursive"
-- public, ahead: [4, now, now, "", "", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND IFNULL({shown v1.value}, ?) != ? AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== UNSIGNED, of which a negative number is great
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS UNSIGNED) >= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS UNSIGNED) >= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "100"]
-- the statement of "UNSIGNED, of which a negative number is great, public, recursive"

==== SIGNED
-- manager: [1, "0"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) < CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "0"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS SIGNED) < CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "0"]
-- the statement of "SIGNED, public, recursive"

==== SIGNED drops what is not a number
-- manager: [1, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS SIGNED) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "100"]
-- the statement of "SIGNED drops what is not a number, public, recursive"

==== DECIMAL
-- manager: [1, "+99.500"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS DECIMAL(10,2)) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "+99.500"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS DECIMAL(10,2)) = CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "+99.500"]
-- the statement of "DECIMAL, public, recursive"

==== DECIMAL rounds the stored value, not the other
-- manager: [1, "99.4"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS DECIMAL(3,0)) > CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "99.4"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS DECIMAL(3,0)) > CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "99.4"]
-- the statement of "DECIMAL rounds the stored value, not the other, public, recursive"

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
-- public, recursive: [1, now, now, "0", "0"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public c} AND CAST(IFNULL({shown v1.value}, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "0", "0"]
-- the statement of "a cast of the default, public, recursive"
-- public, ahead: [1, now, now, "0", "0", 800]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public each c} AND CAST(IFNULL({shown v1.value}, ?) AS SIGNED) <= CAST(? AS DECIMAL(65,30)) AND c.id <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id

==== != with a cast
-- manager: [3, "1"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS UNSIGNED) != CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [3, now, now, "1"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS UNSIGNED) != CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [3, now, now, "1"]
-- the statement of "!= with a cast, public, recursive"

==== a name with a dash
-- manager: [3, "1"]
-- the statement of "=, in any case, manager"
-- public, recursive: [3, now, now, "1", "1"]
-- the statement of "=, in any case, public, recursive"
-- public, unrolled: [3, now, now, "1", "1"]
-- the statement of "=, in any case, public, recursive"

==== a name that is an SQL word
-- manager: [4, "20"]
-- the statement of "=, in any case, manager"
-- public, recursive: [4, now, now, "20", "20"]
-- the statement of "=, in any case, public, recursive"
-- public, unrolled: [4, now, now, "20", "20"]
-- the statement of "=, in any case, public, recursive"

==== colons and semicolons
-- manager: [5, "A-1:x;y"]
-- the statement of "=, in any case, manager"
-- public, recursive: [5, now, now, "A-1:x;y", "A-1:x;y"]
-- the statement of "=, in any case, public, recursive"
-- public, unrolled: [5, now, now, "A-1:x;y", "A-1:x;y"]
-- the statement of "=, in any case, public, recursive"

==== any script
-- manager: [5, "%本%"]
-- the statement of "like: contains, manager"
-- public, recursive: [5, now, now, "%本%"]
-- the statement of "like: contains, public, recursive"
-- public, unrolled: [5, now, now, "%本%"]
-- the statement of "like: contains, public, recursive"

==== two conditions on one variable share a join
-- manager: [1, "50", "300"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(v1.value AS SIGNED) >= CAST(? AS DECIMAL(65,30)) AND CAST(v1.value AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "50", "300"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST({shown v1.value} AS SIGNED) >= CAST(? AS DECIMAL(65,30)) AND CAST({shown v1.value} AS SIGNED) <= CAST(? AS DECIMAL(65,30))
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "50", "300"]
-- the statement of "two conditions on one variable share a join, public, recursive"

==== with and without default they share it, too
-- manager: [1, "0", "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND c.deleted = 0 AND CAST(IFNULL(v1.value, ?) AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND v1.value IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [1, now, now, "0", "100"]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v1 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v1.contentid
WHERE v1.tmplvarid = ? AND {public each c} AND CAST(IFNULL({shown v1.value}, ?) AS SIGNED) < CAST(? AS DECIMAL(65,30)) AND {shown v1.value} IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [1, now, now, "0", "100"]
-- the statement of "with and without default they share it, too, public, recursive"

==== conditions on three variables
-- manager: [2, 3, 1]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE v2.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NULL AND v2.value IS NOT NULL AND v3.value IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, recursive: [2, 3, 1, now, now]
SELECT {items}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v3 ON v3.tmplvarid = ? AND v3.contentid = c.id
WHERE v2.tmplvarid = ? AND {public each c} AND {shown v1.value} IS NULL AND {shown v2.value} IS NOT NULL AND {shown v3.value} IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.id
-- public, unrolled: [2, 3, 1, now, now]
-- the statement of "conditions on three variables, public, recursive"

==== an order on a variable that must be null
-- manager: [2, 1]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT(v1.value, 255)) AS k1, (LEFT(v2.value, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE v2.tmplvarid = ? AND c.deleted = 0 AND v1.value IS NULL AND v2.value IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public, recursive: [2, 1, now, now]
SELECT {items}, page.k1, page.k2
FROM (SELECT c.id AS id, (LEFT({shown v1.value}, 255)) AS k1, (LEFT({shown v2.value}, 255)) AS k2
FROM `evo_site_tmplvar_contentvalues` AS v2 STRAIGHT_JOIN `evo_site_content` AS c ON c.id = v2.contentid
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE v2.tmplvarid = ? AND {public c} AND {shown v1.value} IS NULL AND {shown v2.value} IS NOT NULL
ORDER BY k1, k2 DESC, id LIMIT 100) AS page
JOIN `evo_site_content` AS c ON c.id = page.id
ORDER BY page.k1, page.k2 DESC, page.id
-- public, unrolled: [2, 1, now, now]
-- the statement of "an order on a variable that must be null, public, recursive"

