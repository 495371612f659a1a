==== a title that begins with the text comes first
-- manager: ["%g%", "g"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.pagetitle LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, c.pagetitle), c.pagetitle, c.id LIMIT 9
-- public: [now, now, TAG, "%g%", "g", TAG, TAG]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND {plain c.pagetitle} LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, {plain c.pagetitle}), {plain c.pagetitle}, c.id LIMIT 9

==== at most two titles
-- manager: ["%g%", "g"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.pagetitle LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, c.pagetitle), c.pagetitle, c.id LIMIT 2
-- public: [now, now, TAG, "%g%", "g", TAG, TAG]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND {plain c.pagetitle} LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, {plain c.pagetitle}), {plain c.pagetitle}, c.id LIMIT 2

==== a title beyond ASCII
-- manager: ["%світе%", "світе"]
-- the statement of "a title that begins with the text comes first, manager"
-- public: [now, now, TAG, "%світе%", "світе", TAG, TAG]
-- the statement of "a title that begins with the text comes first, public"

==== a wildcard in a title
-- manager: ["%", "%"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND LOCATE(?, c.pagetitle) > 0
ORDER BY LOCATE(?, c.pagetitle), c.pagetitle, c.id LIMIT 9
-- public: [now, now, "%", TAG, "%", TAG, TAG]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND LOCATE(?, {plain c.pagetitle}) > 0
ORDER BY LOCATE(?, {plain c.pagetitle}), {plain c.pagetitle}, c.id LIMIT 9

==== a wildcard behind other letters
-- manager: ["%o|%%", "o%"]
-- the statement of "a title that begins with the text comes first, manager"
-- public: [now, now, TAG, "%o|%%", "o%", TAG, TAG]
-- the statement of "a title that begins with the text comes first, public"

==== any title
-- manager: ["%%", ""]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.pagetitle LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, c.pagetitle), c.pagetitle, c.id LIMIT 3
-- public: [now, now, TAG, "%%", "", TAG, TAG]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND {plain c.pagetitle} LIKE ? ESCAPE '|'
ORDER BY LOCATE(?, {plain c.pagetitle}), {plain c.pagetitle}, c.id LIMIT 3

==== ids that begin with 2
-- manager: ["2%"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id LIKE ?
ORDER BY c.id LIMIT 9
-- public: [now, now, "2%"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.id LIKE ?
ORDER BY c.id LIMIT 9

==== at most three ids
-- manager: ["2%"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.id LIKE ?
ORDER BY c.id LIMIT 3
-- public: [now, now, "2%"]
SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public c} AND c.id LIKE ?
ORDER BY c.id LIMIT 3

==== ids that begin with 0
-- manager: ["0%"]
-- the statement of "ids that begin with 2, manager"
-- public: [now, now, "0%"]
-- the statement of "ids that begin with 2, public"

