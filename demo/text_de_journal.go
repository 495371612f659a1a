package main

// germanJournal returns the German words of news, events and the pages beside them.
func germanJournal() map[int64]text {
	return map[int64]text{
		pageNews: {title: "Neues", alias: "neues", description: "Was es in der Werkstatt Neues gibt", intro: "Kurz und selten.", content: `[[DocLister? &tvList=` + "`news_date`" + `]]`},
		341:      {title: "Wir sind wieder online", alias: "wieder-online", description: "Die neue Seite", intro: "Die neue Seite ist da.", content: `<p>Der Laden von 2024 ist geschlossen. Konten sind nicht umgezogen, bitte lege ein neues an.</p>`},
		343:      {title: "Das Heron 2 ist da", alias: "heron-2-ist-da", description: "Ein Zelt für zwei", intro: "Zwei Jahre Arbeit, 1.980 Gramm.", content: `<p>Ab heute gibt es das <a href="[~110~]">Heron 2</a>. Die ersten hundert haben einen roten Heringsbeutel.</p>`},
		344:      {title: "Reparaturen aus Österreich", alias: "reparaturen-aus-oesterreich", description: "Eine Kiste in Salzburg", intro: "Schickt Reparaturen nach Salzburg.", content: `<p>Kunden in Österreich schicken Reparaturen an unseren Partner Bergfuchs, Linzer Gasse 12, Salzburg. Wir holen sie jeden zweiten Montag ab.</p>`},
		345: {
			title: "Rückruf: Kocher Ember der Charge 2504", alias: "rueckruf-ember", description: "Kocher dieser Charge nicht benutzen", intro: "Bitte benutzt keine Ember-Kocher mit der Nummer 2504.",
			content: `<p>Das Ventil von 212 <a href="[~118~]">Ember</a>-Kochern kann undicht sein. Die Nummer 2504 steht auf dem Boden. Verkauft wurden sie vom 2. bis 16. Mai 2025.</p>
<p>Schickt sie uns, wir zahlen das Porto. Ihr bekommt innerhalb von fünf Tagen einen neuen.</p>`,
		},
		346: {title: "Dreißig Tage statt vierzehn", alias: "dreissig-tage", description: "Mehr Zeit zum Zurückschicken", intro: "Ab heute habt ihr dreißig Tage, um es euch anders zu überlegen.", content: `<p>Auch für alles, was nach dem 1. Juni gekauft wurde. Alle Regeln: <a href="[~143~]">Rückgabe und Reparatur</a>.</p>`},
		347: {title: "Wir liefern in die Ukraine", alias: "lieferung-in-die-ukraine", description: "Mit der Post, in 8 bis 12 Tagen", intro: "Pakete in die Ukraine gehen jeden Mittwoch ab.", content: `<p>Holzöfen können wir nicht dorthin schicken.</p>`},
		348: {title: "Alpine Gear Prize für das Goose", alias: "alpine-gear-prize", description: "Zweiter Platz in Innsbruck", intro: "Zweiter von 41 Zelten.", content: `<p>Die Jury in Innsbruck mochte die Schneelappen des <a href="[~112~]">Goose Expedition 6</a>, sein Gewicht mochte sie nicht. Erster wurde das Polar Hut 4 aus Norwegen.</p>`},
		349: {title: "Das Goose Expedition 6 ist da", alias: "goose-ist-da", description: "Kuppel für sechs", intro: "Dreißig im Jahr, ab heute.", content: `<p>Wer jetzt bestellt, bekommt es im Oktober.</p>`},
		350: {title: "Wolle ist da: die Thrush-Kollektion", alias: "thrush", description: "Hemd, Leggings und Mütze aus Merino", intro: "Hemd, Leggings, Mütze.", content: `<p>Gestrickt von Weaver &amp; Daughters in Leeds. Das Hemd kostet 69 €, die Leggings 59 €, die Mütze 25 €.</p>`},
		351: {title: "Glow 600 für die dunklen Monate", alias: "glow-600-neu", description: "Eine Stirnlampe für den Winter", intro: "600 Lumen und ein Akku, der warm bleibt.", content: `<p>Wer eine Glow 150 hat, bekommt dafür bis Jahresende 15 €.</p>`},
		352: {title: "Bestellungen für Weihnachten", alias: "bestellungen-fuer-weihnachten", description: "Bis 16. Dezember", intro: "Was bis 16. Dezember bestellt wird, kommt rechtzeitig.", content: `<p>Innerhalb von Deutschland und Österreich. Andere Länder: bis 10. Dezember.</p>`},
		353: {title: "Zwischen den Jahren geschlossen", alias: "zwischen-den-jahren", description: "24. Dezember bis 6. Januar", intro: "Wir schlafen aus.", content: `<p>Keine Pakete vom 24. Dezember bis 6. Januar.</p>`},
		354: {title: "Kurse 2026", alias: "kurse-2026", description: "Nähen, kochen, nachts wandern", intro: "Elf Termine, vom Nähen bis zum Schlafen im Schnee.", content: `<p>Alle Termine: <a href="[~459~]">Termine</a>. Anmeldung nur per Telefon.</p>`},
		355: {title: "Baumwolle statt Plastik", alias: "baumwolle-statt-plastik", description: "Neue Beutel", intro: "Pakete kommen jetzt in Baumwollbeuteln.", content: `<p>Das spart 380 kg Plastik im Jahr. Schickt die Beutel zurück: Sechs sind einen <a href="[~424~]">Göffel</a> wert.</p>`},

		pageEvents: {title: "Termine", alias: "termine", description: "Kurse, Wanderungen und offene Tage", intro: "Kommt vorbei.", content: `<p>Anmeldung per Telefon, siehe <a href="[~141~]">Kontakt</a>. Wer eine Woche vorher absagt, bekommt das Geld zurück.</p>`},
		360:        {title: "Nähkurs für Anfänger", alias: "naehkurs-fuer-anfaenger", description: "Eine Tasche an einem Tag", intro: "Ihr geht mit einer Tasche nach Hause.", content: `<p>Werkstatt, 10 bis 17 Uhr. Maschinen und Stoff sind da. Mit Ada Fennimore.</p>`},
		361:        {title: "Tag der offenen Tür", alias: "tag-der-offenen-tuer", description: "Kaffee, Maschinen, Eselreiten", intro: "Alle sind willkommen.", content: `<p>Werkstatt, 14 bis 19 Uhr. Eselreiten um 15 und 17 Uhr.</p>`},
		362:        {title: "Abend der Kocher", alias: "abend-der-kocher", description: "Kochen mit Gas, Holz und Alkohol", intro: "Drei Kocher, drei Suppen.", content: `<p>Flusswiese hinter der Werkstatt. Mit Jonas Brandeis. Bringt einen Löffel mit.</p>`},
		363:        {title: "Nachtwanderung mit Stirnlampe", alias: "nachtwanderung", description: "Acht Kilometer im Dunkeln", intro: "Acht Kilometer am Fluss.", content: `<p>Treffpunkt: die Fähre. Lampen verleihen wir. Ab zehn Jahren.</p>`},
		364:        {title: "Repair-Café im Juni", alias: "repair-cafe-juni", description: "Bringt, was kaputt ist", intro: "Bringt, was kaputt ist; wir haben Nadeln und Kuchen.", content: `<p>Werkstatt, 13 bis 18 Uhr. Reißverschlüsse, Stangen, Löcher, alle Marken.</p>`},
		365:        {title: "Familienlager am Moss River", alias: "familienlager", description: "Drei Tage für Familien", intro: "Drei Tage, zwei Nächte, zehn Familien.", content: `<p>Freitag bis Sonntag an der alten Mühle. Der Preis gilt für eine Familie, mit Essen. Mit Sofia.</p>`},
		366:        {title: "Tarpkurs", alias: "tarpkurs", description: "Zwölf Arten, ein Tarp aufzuhängen", intro: "Zwölf Arten, sechs Knoten.", content: `<p>Flusswiese, 11 bis 16 Uhr. Tarps sind da. Mit Marek.</p>`},
		369:        {title: "Nähkurs für Fortgeschrittene", alias: "naehkurs-fuer-fortgeschrittene", description: "Ein Tarp an einem Tag", intro: "Ihr geht mit einem Tarp nach Hause.", content: `<p>Werkstatt, 10 bis 18 Uhr. Ihr könnt mit einer Nähmaschine umgehen. Mit Ada Fennimore.</p>`},

		397: {title: "Stellen", alias: "stellen", description: "Arbeite bei uns", intro: "Wir suchen eine Person.", content: `<h2>Schneiderei (m/w/d), 32 Stunden</h2><p>Ab 1. September 2026. Du nähst Zelte und zeigst anderen, wie es geht. 3.150 € im Monat, 30 Tage Urlaub. Schreib bis 31. Mai 2026 an Petra Mossgate.</p>
<p>Ausbildungsplätze haben wir dieses Jahr nicht.</p>`},
	}
}
