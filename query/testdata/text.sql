==== a word
-- manager: ["%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "word*"]
SELECT c.id AS id, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
WHERE c.deleted = 0 HAVING w1 > 0
-- public: ["%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", "word*", now, now]
SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
WHERE {public all c} HAVING w1 > 0

==== words in values, too
-- manager: ["%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "word*", "%other%", "%other%", "%other%", "%other%", "%other%", "%other%", "%other%", "%other%", "other*", 1, 2]
SELECT hit.id, hit.w1, hit.w2, hit.wordy
FROM (SELECT c.id AS id, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN (v1.value LIKE ? ESCAPE '|' OR v2.value LIKE ? ESCAPE '|') THEN 64 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w1, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN (v1.value LIKE ? ESCAPE '|' OR v2.value LIKE ? ESCAPE '|') THEN 64 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w2, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE c.deleted = 0 LIMIT 18446744073709551615) AS hit
WHERE (hit.w1 > 0 OR hit.w2 > 0)
-- public: ["%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", "%word%", TAG, "%word%", TAG, "word*", "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", "%other%", TAG, "%other%", TAG, "other*", 1, 2, now, now]
SELECT hit.id, hit.w1, hit.w2, hit.wordy
FROM (SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + CASE WHEN ((v1.value LIKE ? ESCAPE '|' AND {value v1.value} IS NOT NULL) OR (v2.value LIKE ? ESCAPE '|' AND {value v2.value} IS NOT NULL)) THEN 64 ELSE IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END END) AS w1, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + CASE WHEN ((v1.value LIKE ? ESCAPE '|' AND {value v1.value} IS NOT NULL) OR (v2.value LIKE ? ESCAPE '|' AND {value v2.value} IS NOT NULL)) THEN 64 ELSE IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END END) AS w2, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
WHERE {public all c} LIMIT 18446744073709551615) AS hit
WHERE (hit.w1 > 0 OR hit.w2 > 0)

==== not in the index
-- manager: ["%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м&rsquo;ята%", "%м&lsquo;ята%", "%м&apos;ята%", "%м&#39;ята%", "%м&#039;ята%", "%м&#8217;ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м&rsquo;ята%", "%м&lsquo;ята%", "%м&apos;ята%", "%м&#39;ята%", "%м&#039;ята%", "%м&#8217;ята%"]
SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|') THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|') THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|') THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|') THEN 8 WHEN (c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|') THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN (c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|') THEN 128 ELSE 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
WHERE c.deleted = 0 HAVING w1 > 0
-- public: ["%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", TAG, "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", TAG, "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", TAG, "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", TAG, "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", TAG, "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м&rsquo;ята%", "%м&lsquo;ята%", "%м&apos;ята%", "%м&#39;ята%", "%м&#039;ята%", "%м&#8217;ята%", "%м'ята%", "%м’ята%", "%мʼята%", "%м‘ята%", "%м`ята%", "%м&rsquo;ята%", "%м&lsquo;ята%", "%м&apos;ята%", "%м&#39;ята%", "%м&#039;ята%", "%м&#8217;ята%", now, now]
SELECT c.id AS id, (CASE WHEN ((c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|' OR c.pagetitle LIKE ? ESCAPE '|') AND {c.pagetitle is plain}) THEN 1 WHEN ((c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|' OR c.longtitle LIKE ? ESCAPE '|') AND {c.longtitle is plain}) THEN 2 WHEN ((c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|' OR c.alias LIKE ? ESCAPE '|') AND {c.alias is plain}) THEN 4 WHEN ((c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|' OR c.menutitle LIKE ? ESCAPE '|') AND {c.menutitle is plain}) THEN 8 WHEN ((c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|' OR c.description LIKE ? ESCAPE '|') AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|' OR c.introtext LIKE ? ESCAPE '|'), 32, 0) + IF((c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|' OR c.content LIKE ? ESCAPE '|'), 128, 0) + 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
WHERE {public all c} HAVING w1 > 0

==== a whole word in sections
-- manager: ["%2012%", "%2012%", "%2012%", "%2012%", "%2012%", "%2012%", "2012", 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5]
SELECT c.id AS id, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy, (CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END) AS section
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 HAVING w1 > 0
-- public: ["%2012%", TAG, "%2012%", TAG, "%2012%", TAG, "%2012%", TAG, "%2012%", TAG, "%2012%", "2012", 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, now, now]
SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy, (CASE WHEN c.id IN (?,?) THEN c.id WHEN c.parent IN (?,?) THEN c.parent WHEN up1.parent IN (?,?) THEN up1.parent WHEN up2.parent IN (?,?) THEN up2.parent WHEN up3.parent IN (?,?) THEN up3.parent WHEN up4.parent IN (?,?) THEN up4.parent WHEN up5.parent IN (?,?) THEN up5.parent WHEN up6.parent IN (?,?) THEN up6.parent WHEN up7.parent IN (?,?) THEN up7.parent ELSE 0 END) AS section
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public all c} HAVING w1 > 0

==== words in sections
-- manager: ["%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "word*", "%other%", "%other%", "%other%", "%other%", "%other%", "%other%", "other*", 3, 3, 3, 3, 3, 3, 3, 3, 3]
SELECT hit.id, hit.w1, hit.w2, hit.wordy, hit.section
FROM (SELECT c.id AS id, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w1, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN (c.introtext LIKE ? ESCAPE '|') THEN 32 WHEN MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) THEN 128 ELSE 0 END) AS w2, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy, (CASE WHEN c.id IN (?) THEN c.id WHEN c.parent IN (?) THEN c.parent WHEN up1.parent IN (?) THEN up1.parent WHEN up2.parent IN (?) THEN up2.parent WHEN up3.parent IN (?) THEN up3.parent WHEN up4.parent IN (?) THEN up4.parent WHEN up5.parent IN (?) THEN up5.parent WHEN up6.parent IN (?) THEN up6.parent WHEN up7.parent IN (?) THEN up7.parent ELSE 0 END) AS section
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE c.deleted = 0 LIMIT 18446744073709551615) AS hit
WHERE (hit.w1 > 0 OR hit.w2 > 0)
-- public: ["%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", "word*", "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", TAG, "%other%", "other*", 3, 3, 3, 3, 3, 3, 3, 3, 3, now, now]
SELECT hit.id, hit.w1, hit.w2, hit.wordy, hit.section
FROM (SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END) AS w1, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF((c.introtext LIKE ? ESCAPE '|'), 32, 0) + IF(MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE), 128, 0) + 0 END) AS w2, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy, (CASE WHEN c.id IN (?) THEN c.id WHEN c.parent IN (?) THEN c.parent WHEN up1.parent IN (?) THEN up1.parent WHEN up2.parent IN (?) THEN up2.parent WHEN up3.parent IN (?) THEN up3.parent WHEN up4.parent IN (?) THEN up4.parent WHEN up5.parent IN (?) THEN up5.parent WHEN up6.parent IN (?) THEN up6.parent WHEN up7.parent IN (?) THEN up7.parent ELSE 0 END) AS section
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_content` AS up1 ON up1.id = c.parent
LEFT JOIN `evo_site_content` AS up2 ON up2.id = up1.parent
LEFT JOIN `evo_site_content` AS up3 ON up3.id = up2.parent
LEFT JOIN `evo_site_content` AS up4 ON up4.id = up3.parent
LEFT JOIN `evo_site_content` AS up5 ON up5.id = up4.parent
LEFT JOIN `evo_site_content` AS up6 ON up6.id = up5.parent
LEFT JOIN `evo_site_content` AS up7 ON up7.id = up6.parent
WHERE {public all c} LIMIT 18446744073709551615) AS hit
WHERE (hit.w1 > 0 OR hit.w2 > 0)

==== through placeholders
-- manager: ["%word%", "%word%", "%word%", "%word%", "%word%", "%word%", "%{{opening-hours%", "%[*price%", "@%", "%{{%", "%[(%", "%[*%", "%word%", "word*", "opening*", "%{{opening-hours%", "price*", "%[*price%", "@%", "%{{%", "%[(%", "%[*%", "%word%", 1]
SELECT c.id AS id, (CASE WHEN c.pagetitle LIKE ? ESCAPE '|' THEN 1 WHEN c.longtitle LIKE ? ESCAPE '|' THEN 2 WHEN c.alias LIKE ? ESCAPE '|' THEN 4 WHEN c.menutitle LIKE ? ESCAPE '|' THEN 8 WHEN c.description LIKE ? ESCAPE '|' THEN 16 WHEN ((c.introtext LIKE ? ESCAPE '|') OR ((c.introtext LIKE ? ESCAPE '|') OR (c.introtext LIKE ? ESCAPE '|' AND (v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|')))) THEN 32 WHEN (MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) OR ((MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) AND c.content LIKE ? ESCAPE '|') OR (MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) AND c.content LIKE ? ESCAPE '|' AND (v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|')))) THEN 128 ELSE 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE c.deleted = 0 HAVING w1 > 0
-- public: ["%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", TAG, "%word%", "%{{opening-hours%", "%[*price%", "@%", "%{{%", "%[(%", "%[*%", "%word%", "word*", "opening*", "%{{opening-hours%", "price*", "%[*price%", "@%", "%{{%", "%[(%", "%[*%", "%word%", 1, now, now]
SELECT c.id AS id, (CASE WHEN (c.pagetitle LIKE ? ESCAPE '|' AND {c.pagetitle is plain}) THEN 1 WHEN (c.longtitle LIKE ? ESCAPE '|' AND {c.longtitle is plain}) THEN 2 WHEN (c.alias LIKE ? ESCAPE '|' AND {c.alias is plain}) THEN 4 WHEN (c.menutitle LIKE ? ESCAPE '|' AND {c.menutitle is plain}) THEN 8 WHEN (c.description LIKE ? ESCAPE '|' AND {c.description is plain}) THEN 16 ELSE IF(((c.introtext LIKE ? ESCAPE '|') OR ((c.introtext LIKE ? ESCAPE '|') OR (c.introtext LIKE ? ESCAPE '|' AND (v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|')))), 32, 0) + IF((MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) OR ((MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) AND c.content LIKE ? ESCAPE '|') OR (MATCH(c.pagetitle, c.description, c.content) AGAINST (? IN BOOLEAN MODE) AND c.content LIKE ? ESCAPE '|' AND (v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|' OR v1.value LIKE ? ESCAPE '|')))), 128, 0) + 0 END) AS w1, IFNULL(LENGTH(c.content), 0) > 30000 AS wordy
FROM `evo_site_content` AS c
LEFT JOIN `evo_site_tmplvar_contentvalues` AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
WHERE {public all c} HAVING w1 > 0

