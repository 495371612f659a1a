==== templates
-- manager: []
SELECT c.id, c.templatename, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, page.k1
FROM (SELECT c.id AS id, (c.templatename) AS k1
FROM `evo_site_templates` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0)]
SELECT c.id, c.templatename, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, page.k1
FROM (SELECT c.id AS id, (c.templatename) AS k1
FROM `evo_site_templates` AS c
WHERE c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0)]
-- the statement of "templates, of no group"

==== template variables
-- manager: [9]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [9, 7, 8, int(0)]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?,?) AND c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [9, 8, int(0)]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?) AND c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.k1, page.id

==== chunks
-- manager: []
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0)]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0)]
-- the statement of "chunks, of no group"

==== chunks by text
-- manager: ["%grö%", "%grö%"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE (c.name LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|')
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0), "%grö%", "%grö%"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ? AND (c.name LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|')
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0), "%grö%", "%grö%"]
-- the statement of "chunks by text, of no group"

==== chunks by a wildcard
-- manager: ["%", "%"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE (LOCATE(?, c.name) > 0 OR LOCATE(?, c.description) > 0)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0), "%", "%"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ? AND (LOCATE(?, c.name) > 0 OR LOCATE(?, c.description) > 0)
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0), "%", "%"]
-- the statement of "chunks by a wildcard, of no group"

==== chunks of a category
-- manager: [1]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE c.category = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0), 1]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ? AND c.category = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_htmlsnippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0), 1]
-- the statement of "chunks of a category, of no group"

==== chunks of none
-- manager: [0]
-- the statement of "chunks of a category, manager"
-- of no group: [int(0), 0]
-- the statement of "chunks of a category, of no group"
-- of group 2: [int(0), 0]
-- the statement of "chunks of a category, of no group"

==== snippets
-- manager: []
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_snippets` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0)]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_snippets` AS c
WHERE c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0)]
-- the statement of "snippets, of no group"

==== plugins
-- manager: []
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_plugins` AS c
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_plugins` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of no group: [int(0)]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, page.k1
FROM (SELECT c.id AS id, (c.name) AS k1
FROM `evo_site_plugins` AS c
WHERE c.locked = ?
ORDER BY k1, id LIMIT 100) AS page
JOIN `evo_site_plugins` AS c ON c.id = page.id
ORDER BY page.k1, page.id
-- of group 2: [int(0)]
-- the statement of "plugins, of no group"

==== a chunk
-- manager: [2]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet
FROM `evo_site_htmlsnippets` AS c
WHERE c.id = ?
-- of no group: [int(0), 2]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ? AND c.id = ?
-- of group 2: [int(0), 2]
-- the statement of "a chunk, of no group"

==== a chunk by name
-- manager: ["B", "B"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet
FROM `evo_site_htmlsnippets` AS c
WHERE c.name = ?
ORDER BY CAST(CONVERT(c.name USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC, c.id LIMIT 1
-- of no group: [int(0), "B", "B"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet
FROM `evo_site_htmlsnippets` AS c
WHERE c.locked = ? AND c.name = ?
ORDER BY CAST(CONVERT(c.name USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC, c.id LIMIT 1
-- of group 2: [int(0), "B", "B"]
-- the statement of "a chunk by name, of no group"

==== a template variable
-- manager: [9, 7]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?) AND c.id = ?
-- of no group: [9, 7, 8, int(0), 7]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?,?) AND c.locked = ? AND c.id = ?
-- of group 2: [9, 8, int(0), 7]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?) AND c.locked = ? AND c.id = ?

==== a template variable by name
-- manager: [9, "note", "note"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?) AND c.name = ?
ORDER BY CAST(CONVERT(c.name USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC, c.id LIMIT 1
-- of no group: [9, 7, 8, int(0), "note", "note"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?,?) AND c.locked = ? AND c.name = ?
ORDER BY CAST(CONVERT(c.name USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC, c.id LIMIT 1
-- of group 2: [9, 8, int(0), "note", "note"]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, NULL, c.elements, c.default_text
FROM `evo_site_tmplvars` AS c
WHERE c.id NOT IN (?,?) AND c.locked = ? AND c.name = ?
ORDER BY CAST(CONVERT(c.name USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC, c.id LIMIT 1

==== a template variable of a sensitive name
-- manager: [9, "password", "password"]
-- the statement of "a template variable by name, manager"
-- of no group: [9, 7, 8, int(0), "password", "password"]
-- the statement of "a template variable by name, of no group"
-- of group 2: [9, 8, int(0), "password", "password"]
-- the statement of "a template variable by name, of group 2"

==== a snippet
-- manager: [1]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet, c.properties
FROM `evo_site_snippets` AS c
WHERE c.id = ?
-- of no group: [int(0), 1]
SELECT c.id, c.name, c.description, c.category, (SELECT g.category
FROM `evo_categories` AS g
WHERE g.id = c.category), c.locked, c.disabled, c.snippet, c.properties
FROM `evo_site_snippets` AS c
WHERE c.locked = ? AND c.id = ?
-- of group 2: [int(0), 1]
-- the statement of "a snippet, of no group"

