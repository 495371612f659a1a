==== places
-- manager: [2, 26, 27, 999]
SELECT c.id, c.parent, IF(c.deleted = 0, 1, 0), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?)
-- public: [now, now, 2, 26, 27, 999]
SELECT c.id, c.parent, IF({public each c}, 1, 0), c.pagetitle, c.alias, c.alias_visible, c.isfolder
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?)

