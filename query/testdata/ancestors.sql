==== ancestors
-- manager: [25]
SELECT a1.id, a2.id, a3.id, a4.id, a5.id, a6.id, a7.id, a8.id
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent AND a1.deleted = 0
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent AND a2.deleted = 0
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent AND a3.deleted = 0
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent AND a4.deleted = 0
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent AND a5.deleted = 0
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent AND a6.deleted = 0
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent AND a7.deleted = 0
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent AND a8.deleted = 0
WHERE a0.id = ? AND a0.deleted = 0
-- public: [now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, now, 25, now, now]
SELECT a1.id, a2.id, a3.id, a4.id, a5.id, a6.id, a7.id, a8.id
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent AND {public a1}
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent AND {public a2}
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent AND {public a3}
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent AND {public a4}
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent AND {public a5}
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent AND {public a6}
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent AND {public a7}
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent AND {public a8}
WHERE a0.id = ? AND {public a0}

