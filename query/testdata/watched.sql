==== some documents in three views
-- manager: [now, now, int(0), 2, 1, 4, 5, 16, 17, 999]
SELECT c.id, c.editedon, IF(c.deleted = 0, 1, 0), IF({public c}, 1, 0), IF((c.deleted = 0 AND (c.privatemgr = ? OR EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
WHERE dg.document = c.id AND dg.document_group IN (?)))), 1, 0)
FROM `evo_site_content` AS c
WHERE c.id IN (?,?,?,?,?,?)
-- public: [now, now, int(0), 2, 1, 4, 5, 16, 17, 999]
-- the statement of "some documents in three views, manager"

