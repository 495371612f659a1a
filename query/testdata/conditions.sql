==== = of integers
-- manager: [1]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`category` = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1]
-- the statement of "= of integers, manager"

==== != of integers
-- manager: [1]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`category` != ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1]
-- the statement of "!= of integers, manager"

==== > of integers
-- manager: [1]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1]
-- the statement of "> of integers, manager"

==== >= of integers
-- manager: [2]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` >= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [2]
-- the statement of ">= of integers, manager"

==== < of integers
-- manager: [uint64(18446744073709551615)]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` < ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [uint64(18446744073709551615)]
-- the statement of "< of integers, manager"

==== <= of integers
-- manager: [-9223372036854775808]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` <= ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [-9223372036854775808]
-- the statement of "<= of integers, manager"

==== in, of integers
-- manager: [3, 1]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [3, 1]
-- the statement of "in, of integers, manager"

==== not_in, of a comma-separated text of integers
-- manager: [1, 2]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` NOT IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [1, 2]
-- the statement of "not_in, of a comma-separated text of integers, manager"

==== like of an integer
-- manager: ["%x%"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: ["%x%"]
-- the statement of "like of an integer, manager"

==== = of an integer and a fraction
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE FALSE
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "= of an integer and a fraction, manager"

==== != of an integer and a fraction
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`id` IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "!= of an integer and a fraction, manager"

==== < of an integer and a fraction
-- manager: [2]
-- the statement of "<= of integers, manager"
-- public: [2]
-- the statement of "<= of integers, manager"

==== >= of an integer and a fraction
-- manager: [2]
-- the statement of "> of integers, manager"
-- public: [2]
-- the statement of "> of integers, manager"

==== > of an integer and a text, which is 0
-- manager: [0]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`category` > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [0]
-- the statement of "> of an integer and a text, which is 0, manager"

==== in, of integers and texts
-- manager: [0, 2]
-- the statement of "in, of integers, manager"
-- public: [0, 2]
-- the statement of "in, of integers, manager"

==== not_in, of texts
-- manager: [0]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`category` NOT IN (?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [0]
-- the statement of "not_in, of texts, manager"

==== not_in, of fractions
-- manager: []
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`
FROM (SELECT c.id AS id
FROM `evo_permissions` AS c
WHERE c.`group_id` IS NOT NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "not_in, of fractions, manager"

==== < of a number of more than 64 bits
-- manager: [uint64(18446744073709551615)]
-- the statement of "<= of integers, manager"
-- public: [uint64(18446744073709551615)]
-- the statement of "<= of integers, manager"

==== >= of a negative number of more than 64 bits
-- manager: []
-- the statement of "!= of an integer and a fraction, manager"
-- public: []
-- the statement of "!= of an integer and a fraction, manager"

==== <= of a negative number of more than 64 bits
-- manager: []
-- the statement of "= of an integer and a fraction, manager"
-- public: []
-- the statement of "= of an integer and a fraction, manager"

==== = of texts, in any case
-- manager: ["post"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`templatename` = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "post"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE {plain c.`templatename`} = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id

==== > of texts
-- manager: ["Page"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`templatename` > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "Page"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE {plain c.`templatename`} > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id

==== in, of texts
-- manager: ["Post", "' OR 1=1 --"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`templatename` IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "Post", "' OR 1=1 --"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE {plain c.`templatename`} IN (?,?)
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id

==== like: contains
-- manager: ["%o%"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`templatename` LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "%o%"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE {plain c.`templatename`} LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id

==== like-l: ends with
-- manager: ["t", "t"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE RIGHT(c.`templatename`, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "t", "t"]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE RIGHT({plain c.`templatename`}, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id

==== like-r: starts with
-- manager: ["po%"]
-- the statement of "like: contains, manager"
-- public: [TAG, "po%"]
-- the statement of "like: contains, public"

==== wildcards are literal
-- manager: ["_100%", "|_100|%"]
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`
FROM (SELECT c.id AS id
FROM `evo_site_snippets` AS c
WHERE RIGHT(c.`name`, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "_100%", "|_100|%"]
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`
FROM (SELECT c.id AS id
FROM `evo_site_snippets` AS c
WHERE RIGHT({plain c.`name`}, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.id

==== null
-- manager: []
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`
FROM (SELECT c.id AS id
FROM `evo_permissions` AS c
WHERE c.`group_id` IS NULL
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "null, manager"

==== !null
-- manager: []
-- the statement of "not_in, of fractions, manager"
-- public: []
-- the statement of "not_in, of fractions, manager"

==== a field that is an SQL word
-- manager: ["emcp"]
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`
FROM (SELECT c.id AS id
FROM `evo_permissions` AS c
WHERE c.`key` = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.id
-- public: [TAG, "emcp"]
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`
FROM (SELECT c.id AS id
FROM `evo_permissions` AS c
WHERE {plain c.`key`} = ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.id

==== all conditions must hold
-- manager: [0, 0, 1]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
WHERE c.`category` = ? AND c.`locked` = ? AND c.`id` > ?
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: [0, 0, 1]
-- the statement of "all conditions must hold, manager"

==== by a text
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`, page.k1
FROM (SELECT c.id AS id, (LEFT(c.`templatename`, 255)) AS k1
FROM `evo_site_templates` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: [TAG]
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`, page.k1
FROM (SELECT c.id AS id, (LEFT({plain c.`templatename`}, 255)) AS k1
FROM `evo_site_templates` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== by a text, descending
-- manager: []
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`, page.k1
FROM (SELECT c.id AS id, (LEFT(c.`name`, 255)) AS k1
FROM `evo_site_snippets` AS c
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: [TAG]
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`, page.k1
FROM (SELECT c.id AS id, (LEFT({plain c.`name`}, 255)) AS k1
FROM `evo_site_snippets` AS c
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id

==== by an integer, ties by id
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`, page.k1
FROM (SELECT c.id AS id, (c.`category`) AS k1
FROM `evo_site_templates` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: []
-- the statement of "by an integer, ties by id, manager"

==== by id, descending
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`, page.k1
FROM (SELECT c.id AS id, (c.`id`) AS k1
FROM `evo_site_templates` AS c
ORDER BY k1 DESC, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1 DESC, page.id
-- public: []
-- the statement of "by id, descending, manager"

==== by an SQL word, NULL first
-- manager: []
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`, page.k1
FROM (SELECT c.id AS id, (c.`group_id`) AS k1
FROM `evo_permissions` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- public: []
-- the statement of "by an SQL word, NULL first, manager"

