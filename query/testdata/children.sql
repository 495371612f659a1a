==== children in three views
-- manager: [int(50), now, now, now, now, int(50), int(0), 2, int(0), 2, int(50), 1, 2, 5, 999]
SELECT c.parent, COUNT(IF(c.deleted = 0, c.id, NULL)), SUBSTRING_INDEX(GROUP_CONCAT(IF(c.deleted = 0, c.id, NULL)
ORDER BY c.id DESC), ',', ?), COUNT(IF({public c}, c.id, NULL)), SUBSTRING_INDEX(GROUP_CONCAT(IF({public c}, c.id, NULL)
ORDER BY c.id DESC), ',', ?), COUNT(IF((c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))), c.id, NULL)), SUBSTRING_INDEX(GROUP_CONCAT(IF((c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))), c.id, NULL)
ORDER BY c.id DESC), ',', ?)
FROM `evo_site_content` AS c
WHERE c.parent IN (?,?,?,?) AND c.id <> c.parent GROUP BY c.parent
-- public: [int(50), now, now, now, now, int(50), int(0), 2, int(0), 2, int(50), 1, 2, 5, 999]
-- the statement of "children in three views, manager"

