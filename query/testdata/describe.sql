==== templates
-- manager: []
SELECT t.id, t.templatename
FROM `evo_site_templates` AS t
ORDER BY t.id
-- of no group: []
-- the statement of "templates, manager"
-- of group 2: []
-- the statement of "templates, manager"
-- public: []
-- the statement of "templates, manager"

==== documents by template
-- manager: []
SELECT c.template, COUNT(*)
FROM `evo_site_content` AS c
WHERE c.deleted = 0 GROUP BY c.template
ORDER BY c.template
-- of no group: [int(0)]
SELECT c.template, COUNT(*)
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND c.privatemgr = ?) GROUP BY c.template
ORDER BY c.template
-- of group 2: [int(0), 2]
SELECT c.template, COUNT(*)
FROM `evo_site_content` AS c
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) GROUP BY c.template
ORDER BY c.template
-- public: [now, now]
SELECT c.template, COUNT(*)
FROM `evo_site_content` AS c
WHERE {public c} GROUP BY c.template
ORDER BY c.template

==== template variables
-- manager: []
SELECT t.id, t.name, t.caption, t.type, t.default_text, t.elements
FROM `evo_site_tmplvars` AS t
ORDER BY t.id
-- of no group: [7, 8]
SELECT t.id, t.name, t.caption, t.type, t.default_text, t.elements
FROM `evo_site_tmplvars` AS t
WHERE t.id NOT IN (?,?)
ORDER BY t.id
-- of group 2: [8]
SELECT t.id, t.name, t.caption, t.type, t.default_text, t.elements
FROM `evo_site_tmplvars` AS t
WHERE t.id NOT IN (?)
ORDER BY t.id
-- public: [7, 8]
SELECT t.id, t.name, t.caption, t.type, {stored t.default_text}, {stored t.elements}
FROM `evo_site_tmplvars` AS t
WHERE t.id NOT IN (?,?)
ORDER BY t.id

==== template variables of templates
-- manager: []
SELECT l.templateid, l.tmplvarid
FROM `evo_site_tmplvar_templates` AS l
ORDER BY l.templateid, l.tmplvarid
-- of no group: [7, 8]
SELECT l.templateid, l.tmplvarid
FROM `evo_site_tmplvar_templates` AS l
WHERE l.tmplvarid NOT IN (?,?)
ORDER BY l.templateid, l.tmplvarid
-- of group 2: [8]
SELECT l.templateid, l.tmplvarid
FROM `evo_site_tmplvar_templates` AS l
WHERE l.tmplvarid NOT IN (?)
ORDER BY l.templateid, l.tmplvarid
-- public: [7, 8]
-- the statement of "template variables of templates, of no group"

==== use of template variables
-- manager: [1, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE c.deleted = 0 AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- of no group: [1, int(0), 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- of group 2: [1, int(0), 2, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- public: [TAG, 1, now, now, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT({value v.value}) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE {public c} AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid

==== most frequent values
-- manager: [1, 9, 2, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE c.deleted = 0 AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- of no group: [1, int(0), 9, 2, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- of group 2: [1, int(0), 2, 9, 2, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- public: [TAG, 1, now, now, 9, 2, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT({value v.value} USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE {public c} AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100

==== most frequent value of one variable
-- manager: [1, 3, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE c.deleted = 0 AND v.tmplvarid IN (?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 1
-- of no group: [1, int(0), 3, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND c.privatemgr = ?) AND v.tmplvarid IN (?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 1
-- of group 2: [1, int(0), 2, 3, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND v.tmplvarid IN (?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 1
-- public: [TAG, 1, now, now, 3, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT({value v.value} USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE {public c} AND v.tmplvarid IN (?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 1

==== use of template variables on a big site
-- manager: [3, 3, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND c.deleted = 0 AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- of no group: [3, 3, int(0), 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND (c.deleted = 0 AND c.privatemgr = ?) AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- of group 2: [3, 3, int(0), 2, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT(v.value) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid
-- public: [TAG, 3, 3, now, now, 1, 2, 5, 6, 9]
SELECT v.tmplvarid, COUNT({value v.value}) * ?
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND {public c} AND v.tmplvarid IN (?,?,?,?,?) GROUP BY v.tmplvarid
ORDER BY v.tmplvarid

==== most frequent values on a big site
-- manager: [3, 3, 3, 4, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND c.deleted = 0 AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- of no group: [3, 3, int(0), 3, 4, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND (c.deleted = 0 AND c.privatemgr = ?) AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- of group 2: [3, 3, int(0), 2, 3, 4, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT(v.value USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND (c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))) AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100
-- public: [TAG, 3, 3, now, now, 3, 4, int(1024)]
SELECT v.tmplvarid, CAST(CONVERT({value v.value} USING utf8mb4) AS BINARY) AS choice, (COUNT(*) * ?) AS documents
FROM `evo_site_tmplvar_contentvalues` AS v
JOIN `evo_site_content` AS c ON c.id = v.contentid
WHERE CRC32(c.id) % ? = 0 AND {public c} AND v.tmplvarid IN (?,?) AND LENGTH(v.value) <= ? GROUP BY v.tmplvarid, choice HAVING choice IS NOT NULL
ORDER BY documents DESC, v.tmplvarid, choice LIMIT 100

