==== ancestors
-- manager: [25]
SELECT IF(TRUE, 1, 0), a1.id, IF(a1.deleted = 0, 1, 0), a2.id, IF(a2.deleted = 0, 1, 0), a3.id, IF(a3.deleted = 0, 1, 0), a4.id, IF(a4.deleted = 0, 1, 0), a5.id, IF(a5.deleted = 0, 1, 0), a6.id, IF(a6.deleted = 0, 1, 0), a7.id, IF(a7.deleted = 0, 1, 0), a8.id, IF(a8.deleted = 0, 1, 0)
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent
WHERE a0.id = ?
-- public: [now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, 25]
SELECT IF({public each a0}, 1, 0), a1.id, IF({public each a1}, 1, 0), a2.id, IF({public each a2}, 1, 0), a3.id, IF({public each a3}, 1, 0), a4.id, IF({public each a4}, 1, 0), a5.id, IF({public each a5}, 1, 0), a6.id, IF({public each a6}, 1, 0), a7.id, IF({public each a7}, 1, 0), a8.id, IF({public each a8}, 1, 0)
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent
WHERE a0.id = ?

