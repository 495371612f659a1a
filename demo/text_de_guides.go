package main

// germanAnswers returns the German words of the questions that customers ask.
func germanAnswers() map[int64]text {
	return map[int64]text{
		pageAnswers: {title: "Fragen und Antworten", menu: "Fragen", alias: "fragen", description: "Was Kunden uns fragen", intro: "Was wir jede Woche gefragt werden.", content: `[[DLMenu]]`},
		373:         {title: "Liefert ihr in die Schweiz?", alias: "schweiz", content: `<p>Nein. Wir liefern nur in Länder der EU und in die Ukraine. Kunden aus der Schweiz lassen Pakete an eine Abholstation in Konstanz schicken.</p>`},
		374:         {title: "Wie kann ich bezahlen?", alias: "bezahlen", content: `<p>Mit Karte, per Überweisung oder bar in der Werkstatt. PayPal und Nachnahme bieten wir nicht an.</p>`},
		375:         {title: "Packt ihr Geschenke ein?", alias: "geschenke", content: `<p>Ja, in braunes Papier mit einem Band aus Zeltstoff, für 3,50 €.</p>`},
		376:         {title: "Kann ich eine Bestellung ändern?", alias: "bestellung-aendern", content: `<p>Bis sie gepackt ist, also bis zum Mittag des nächsten Werktags. Bitte ruf an, statt zu schreiben.</p>`},
		377:         {title: "Welcher Rucksack ist der richtige?", alias: "welcher-rucksack", content: `<p>Miss deinen Rücken vom siebten Halswirbel bis zur Hüfte und schau in die <a href="[~488~]">Größen der Rucksäcke</a>.</p>`},
		378: {
			title: "Wie wasche ich einen Schlafsack?", alias: "schlafsack-waschen",
			content: `<p>Daunen: mit der Hand oder in einer großen Trommel, 30 °C, mit Daunenwaschmittel, danach drei Stunden mit zwei Tennisbällen in den Trockner. <a href="[~407~]">Dormouse</a>: in die Maschine. Wir waschen auch für dich: 28 € je Schlafsack.</p>`,
		},
		379: {title: "Sind eure Zelte feuerfest?", alias: "feuerfest", content: `<p>Nein. Nur das <a href="[~112~]">Goose Expedition 6</a> hat einen Kragen aus Glasfaser für das Ofenrohr. Flammen gehören zwei Meter weg von allen anderen.</p>`},
		380: {title: "Kann ich ein Zelt mieten?", alias: "zelt-mieten", content: `<p>Nicht bei uns. Die Hütten der Alpenrose vermieten unsere Zelte für 14 € die Nacht.</p>`},
		381: {title: "Welches Gas passt zum Ember?", alias: "welches-gas", content: `<p>Schraubkartuschen nach EN 417. Klick- und Stechkartuschen passen nicht.</p>`},
		382: {title: "Nehmt ihr alte Ausrüstung zurück?", alias: "ruecknahme", content: `<p>Ja, Zelte und Rucksäcke von uns, die nicht älter als acht Jahre sind, für ein Viertel des Preises, als Gutschrift.</p>`},
		383: {title: "Kann ich ein Zelt vor dem Kauf ausprobieren?", alias: "zelt-ausprobieren", content: `<p>Auf der Wiese, wenn die Werkstatt offen ist. Samstags ruf bitte vorher an.</p>`},
		384: {title: "Was unterscheidet Gewährleistung und Reparatur?", alias: "gewaehrleistung", content: `<p>Die Gewährleistung von zwei Jahren ist Gesetz. Die zehn Jahre Reparatur sind unser Versprechen und gelten auch für den zweiten Besitzer.</p>`},
		394: {
			title: "Besuch", alias: "besuch", description: "Der Weg zur Werkstatt und wann sie offen ist", intro: "Zehn Minuten zu Fuß vom Bahnhof.",
			content: `<h2>Wann wir da sind</h2>{{hours-de}}<h2>Der Weg</h2><p>Vom Bahnhof am Fluss entlang bis zum Schornstein der alten Färberei. Bus 7, Haltestelle Ferry. Parkplätze gibt es nicht; Fahrräder stehen trocken.</p>`,
		},
	}
}

// germanGuides returns the German words of the guides.
func germanGuides() map[int64]text {
	return map[int64]text{
		pageGuides: {title: "Ratgeber", alias: "ratgeber", description: "Tabellen und Listen, die bei der Wahl helfen", intro: "Tabellen und Listen, die bei der Wahl helfen.", content: `[[DLMenu]]`},
		386: {
			title: "Temperaturen von Schlafsäcken", alias: "temperaturen", description: "Komfort, Limit und Extrem jedes Schlafsacks", intro: "Was die drei Zahlen bedeuten, und unsere.",
			content: `<p>Komfort: Wer leicht friert, schläft gut. Limit: Wer nicht leicht friert, kann gerade noch schlafen. Extrem: Man überlebt, mehr nicht.</p>
<table><tr><th>Schlafsack</th><th>Komfort</th><th>Limit</th><th>Extrem</th></tr>
<tr><td>Dormouse</td><td>+3 °C</td><td>-1 °C</td><td>-15 °C</td></tr>
<tr><td>Drowsy Owl +5</td><td>+5 °C</td><td>0 °C</td><td>-14 °C</td></tr>
<tr><td>Drowsy Owl -5</td><td>-5 °C</td><td>-11 °C</td><td>-29 °C</td></tr>
<tr><td>Eagle Owl -30</td><td>-30 °C</td><td>-41 °C</td><td>-65 °C</td></tr></table>`,
		},
		387: {
			title: "Woraus unsere Zelte sind", alias: "material", description: "Stoff, Wassersäule und Stangen", intro: "Stoff und Stangen jedes Zelts.",
			content: `<table><tr><th>Zelt</th><th>Außenzelt</th><th>Boden</th><th>Stangen</th></tr>
<tr><td>Wren 1</td><td>Nylon 15 Denier</td><td>Nylon 20 Denier</td><td>keine, ein Trekkingstock</td></tr>
<tr><td>Heron 2</td><td>Nylon 20 Denier</td><td>Nylon 40 Denier</td><td>Aluminium 8,7 mm</td></tr>
<tr><td>Goose Expedition 6</td><td>Polyester 70 Denier</td><td>Nylon 210 Denier</td><td>Aluminium 13 mm</td></tr>
<tr><td>Sparrow Tarp</td><td>Nylon 30 Denier</td><td>keiner</td><td>keine</td></tr></table>`,
		},
		388: {
			title: "Größen der Rucksäcke", alias: "groessen-der-rucksaecke", description: "Welche Rückenlänge", intro: "Drei Rückenlängen.",
			content: `<table><tr><th>Größe</th><th>Rücken</th><th>Hüfte</th></tr>
<tr><td>S</td><td>38 bis 44 cm</td><td>66 bis 90 cm</td></tr>
<tr><td>M</td><td>44 bis 50 cm</td><td>72 bis 104 cm</td></tr>
<tr><td>L</td><td>50 bis 56 cm</td><td>80 bis 120 cm</td></tr></table>
<p>Den Ridge 55 gibt es in S, M und L, den Ridge 35 in S und M, den Day Lark in einer Größe.</p>`,
		},
		389: {
			title: "Wie lange Wasser braucht, bis es kocht", alias: "kochzeiten", description: "Kocher und Höhen im Vergleich", intro: "Ein halber Liter Wasser mit 10 °C.",
			content: `<h2>Ohne Wind</h2><table><tr><th>Kocher</th><th>Tal</th><th>1.500 m</th><th>3.000 m</th></tr>
<tr><td>Ember</td><td>2:30</td><td>2:50</td><td>3:25</td></tr>
<tr><td>Ember Twin</td><td>2:10</td><td>2:35</td><td>3:05</td></tr>
<tr><td>Forge</td><td>7:40</td><td>8:30</td><td>nicht geprüft</td></tr></table>`,
		},
		391: {
			title: "Pflege von Daunen", alias: "pflege-von-daunen", description: "Wie Daunen zwanzig Jahre warm bleiben", intro: "Trocken, locker, sauber.",
			content: `<p>Schlafsäcke und Jacken locker in einem Baumwollbeutel aufbewahren, nie im kleinen Packsack. Nach jeder Nacht lüften. Höchstens jedes dritte Jahr waschen, siehe <a href="[~478~]">Wie wasche ich einen Schlafsack?</a></p>
<p>Daunen, die riechen, sind nass. Daunen in Klumpen sind innen nass: zurück in den Trockner.</p>`,
		},
	}
}
