==== tops
-- manager: []
SELECT c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, 1000), LEFT(c.content, 1000)
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.deleted = 0 AND c.parent = 0
ORDER BY c.isfolder DESC, c.menuindex, c.id LIMIT 50) AS top
JOIN `evo_site_content` AS c ON c.id = top.id
-- public: [now, now]
SELECT c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, 1000), LEFT(c.content, 1000)
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE {public each c} AND c.parent = 0
ORDER BY c.isfolder DESC, c.menuindex, c.id LIMIT 50) AS top
JOIN `evo_site_content` AS c ON c.id = top.id

==== children
-- manager: [1, 2, int(10), "de", "en"]
SELECT c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, 1000), LEFT(c.content, 1000)
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.parent IN (?,?) AND (c.menuindex < ? OR c.alias IN (?,?)) AND c.deleted = 0 LIMIT 600) AS child
JOIN `evo_site_content` AS c ON c.id = child.id
-- public: [1, 2, int(10), "de", "en", now, now]
SELECT c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, 1000), LEFT(c.content, 1000)
FROM (SELECT c.id AS id
FROM `evo_site_content` AS c
WHERE c.parent IN (?,?) AND (c.menuindex < ? OR c.alias IN (?,?)) AND {public each c} LIMIT 600) AS child
JOIN `evo_site_content` AS c ON c.id = child.id

