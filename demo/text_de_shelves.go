package main

// germanShelves returns the German words of the shelves that were added to the shop later.
func germanShelves() map[int64]text {
	return map[int64]text{
		categorySleeping: {
			title: "Schlafsäcke und Matten", menu: "Schlafen", alias: "schlafen", description: "Schlafsäcke, Matten und was dazugehört",
			intro:   "Acht Stunden Nacht sind ein Drittel der Reise.",
			content: `<p>Unsere Daunen stammen nicht von lebend gerupften Tieren. Welcher Schlafsack ist warm genug? Siehe <a href="[~486~]">Temperaturen von Schlafsäcken</a>.</p>`,
		},
		304: {
			title: "Drowsy Owl -5", alias: "drowsy-owl-minus-5", description: "Daunenschlafsack bis minus 5 Grad",
			intro:   "In ihm schlafen die meisten unserer Kunden.",
			content: `<p>520 g Daunen, 700 cuin. Komfortbereich bis minus 5 °C. Der Reißverschluss passt an beide Seiten: Aus zwei Schlafsäcken wird einer.</p>`,
		},
		305: {
			title: "Drowsy Owl +5", alias: "drowsy-owl-plus-5", description: "Leichter Daunenschlafsack für den Sommer",
			intro:   "Verpackt so groß wie ein Brot.",
			content: `<p>280 g Daunen, 700 cuin. Komfortbereich bis plus 5 °C. Lässt sich als Decke öffnen.</p>`,
		},
		306: {
			title: "Eagle Owl -30", alias: "eagle-owl-minus-30", description: "Expeditionsschlafsack bis minus 30 Grad",
			intro:   "Für Nächte, in denen der Tee gefriert.",
			content: `<p>1.250 g Daunen, 850 cuin. Komfortbereich bis minus 30 °C. Wird auf Bestellung in drei Wochen genäht.</p>`,
		},
		307: {
			title: "Dormouse", alias: "dormouse", description: "Schlafsack für Kinder bis 140 cm",
			intro:   "Wächst mit: Das Fußende lässt sich um 30 cm öffnen.",
			content: `<p>Kunstfaser, darf bei 30 °C in die Waschmaschine. Komfortbereich bis plus 3 °C.</p>`,
		},
		308: {
			title: "Raft", alias: "raft", description: "Aufblasbare Isomatte, R-Wert 4,2",
			intro:   "Nach vierzehn Atemzügen voll.",
			content: `<p>R-Wert 4,2, 183 mal 56 cm, 8 cm dick. Flicken und ein zweites Ventil liegen bei.</p>`,
		},
		309: {
			title: "Raft Double", alias: "raft-double", description: "Aufblasbare Isomatte für zwei, R-Wert 3,8",
			intro:   "Ohne Ritze in der Mitte.",
			content: `<p>R-Wert 3,8, 183 mal 112 cm. Passt auf den Zentimeter in das <a href="[~110~]">Heron 2</a>.</p>`,
		},
		310: {
			title: "Plank", alias: "plank", description: "Schaummatte, R-Wert 2,0",
			intro:   "Kann nicht undicht werden.",
			content: `<p>R-Wert 2,0, 185 mal 51 cm, faltet sich wie ein Akkordeon. Unter einer <a href="[~408~]">Raft</a> wird sie zur Wintermatte.</p>`,
		},
		311: {title: "Puff", alias: "puff", description: "Aufblasbares Kissen, 80 Gramm", intro: "Drei Atemzüge.", content: `<p>Der Bezug aus Baumwolle lässt sich zum Waschen abnehmen.</p>`},
		312: {title: "Seideninlett", alias: "seideninlett", description: "Inlett für Schlafsäcke, 120 Gramm", intro: "Hält den Schlafsack sauber und bringt drei Grad.", content: `<p>Maulbeerseide, 220 mal 85 cm. Nachschub kommt im Juni.</p>`},

		categoryClothing: {
			title: "Kleidung", alias: "kleidung", description: "Gegen Regen und Kälte", intro: "Eine kleine Kollektion, die hält.",
			content: `<p>Die Größen XS bis XXL kosten gleich viel. Knöpfe nähen wir für immer an.</p>`,
		},
		313: {title: "Drizzle Jacke", alias: "drizzle-jacke", description: "Regenjacke, 20.000 mm", intro: "Drei Lagen, zwei Taschen, eine Kapuze, die sich mitdreht.", content: `<p>Hält 20.000 mm Wassersäule und lässt 15.000 g Dampf hinaus. Ohne PFAS.</p>`},
		314: {title: "Drizzle Hose", alias: "drizzle-hose", description: "Regenhose, 20.000 mm", intro: "Durchgehende Reißverschlüsse, geht über Stiefel an.", content: `<p>Aus demselben Stoff wie die <a href="[~413~]">Drizzle Jacke</a>.</p>`},
		315: {title: "Thrush Hemd", alias: "thrush-hemd", description: "Hemd aus Merinowolle", intro: "Fünf Tage ohne Waschen. Wir haben die Nachbarn gefragt.", content: `<p>Merino, 150 g/m², von zwei Höfen in Tasmanien.</p>`},
		316: {title: "Thrush Leggings", alias: "thrush-leggings", description: "Leggings aus Merinowolle", intro: "Kommt unter alles andere.", content: `<p>Merino, 200 g/m². Neue werden gestrickt, wir rechnen mit März.</p>`},
		317: {title: "Magpie Mütze", alias: "magpie-muetze", description: "Mütze aus Merinowolle", intro: "Reicht über die Ohren.", content: `<p>Zwei Lagen Merino. Eine Größe für alle Köpfe.</p>`},
		318: {title: "Mole Handschuhe", alias: "mole-handschuhe", description: "Handschuhe mit offenem Daumen", intro: "Zum Anzünden von Kochern, ohne sie auszuziehen.", content: `<p>Fleece und Ziegenleder. Die Daumenspitze lässt sich zurückklappen.</p>`},
		319: {title: "Heath Hose", alias: "heath-hose", description: "Wanderhose", intro: "Nach einer Stunde trocken.", content: `<p>Baumwolle und Polyester, an den Knien gewachst. Fünf Längen.</p>`},
		320: {title: "Heath Shorts", alias: "heath-shorts", description: "Kurze Wanderhose", intro: "Die Heath Hose ohne das, was im Juli zu warm ist.", content: `<p>Ab 4. Mai 2026. Jetzt bestellen, dann bezahlen.</p>`},
		321: {title: "Badger Jacke", alias: "badger-jacke", description: "Daunenjacke, 360 Gramm", intro: "Passt in ihre eigene Tasche.", content: `<p>140 g Daunen, 800 cuin. Nichts für Regen.</p>`},

		categoryKitchen: {
			title: "Lagerküche", menu: "Küche", alias: "kueche", description: "Töpfe, Becher, Flaschen und ein Filter", intro: "Alles außer der Suppe.",
			content: `<p>Alle Töpfe passen auf den <a href="[~118~]">Ember</a>.</p>`,
		},
		322: {title: "Topf 0.9", alias: "topf-0-9", description: "Titantopf, 0,9 Liter", intro: "Brei für einen oder Tee für drei.", content: `<p>Titan. Eine Kartusche mit 230 g passt hinein.</p>`},
		323: {title: "Topfset Trio", alias: "topfset-trio", description: "Drei Töpfe und eine Pfanne", intro: "1,0, 1,7 und 2,5 Liter, und die Pfanne ist der Deckel.", content: `<p>Eloxiertes Aluminium ohne Beschichtung.</p>`},
		324: {title: "Göffel", alias: "goeffel", description: "Löffel und Gabel aus Titan", intro: "Was am häufigsten verloren geht.", content: `<p>17 g, 20 cm lang: reicht bis auf den Boden der Tüte.</p>`},
		325: {title: "Emaillebecher", alias: "emaillebecher", description: "Becher, 0,35 Liter", intro: "Platzt ab, aber bricht nicht.", content: `<p>Emaillierter Stahl. Gut im Feuer, schlecht in der Mikrowelle.</p>`},
		326: {title: "Flasche 1.0", alias: "flasche-1-0", description: "Stahlflasche, 1 Liter", intro: "Einwandig, darf in der Glut stehen.", content: `<p>Edelstahl. Der Deckel lässt sich zum Putzen ohne Werkzeug zerlegen.</p>`},
		327: {title: "Wassersack 6", alias: "wassersack-6", description: "Faltsack für sechs Liter Wasser", intro: "Hängt am Ast und hat einen Hahn.", content: `<p>Ohne BPA. Der Lieferant verspricht neue für April.</p>`},
		328: {title: "Wasserfilter Spring", alias: "wasserfilter-spring", description: "Wasserfilter mit Pumpe", intro: "Ein Liter sauberes Wasser in einer Minute.", content: `<p>Hohlfaser 0,1 µm, reicht für 4.000 Liter. Darf nicht gefrieren.</p>`},
		329: {title: "Kaffeefilter", alias: "kaffeefilter", description: "Faltbarer Kaffeefilter, 22 Gramm", intro: "Für Leute, die vorher keine sind.", content: `<p>Passt auf Becher von 7 bis 10 cm. Mit Papier der Größe 2.</p>`},
		330: {title: "Finch Messer", alias: "finch-messer", description: "Klappmesser", intro: "Schneidet Brot, Schnur und Käse.", content: `<p>Klinge 7 cm, ohne Verriegelung. Verkauf nur an Erwachsene.</p>`},

		categoryRepair: {
			title: "Reparatur und Ersatzteile", menu: "Ersatzteile", alias: "ersatzteile", description: "Teile, die auch wir verlieren würden", intro: "Damit es hält.",
			content: `<p>Was wir für dich reparieren: <a href="[~143~]">Rückgabe und Reparatur</a>.</p>`,
		},
		331: {title: "Stangenhülse", alias: "stangenhuelse", description: "Hülse für gebrochene Zeltstangen", intro: "Zehn Zentimeter, die den Urlaub retten.", content: `<p>Für Stangen von 8 bis 9,5 mm.</p>`},
		332: {title: "Heringe, 8 Stück", alias: "heringe", description: "Acht Heringe aus Aluminium mit Schnur", intro: "Orange, weil grüne auf der Wiese bleiben.", content: `<p>18 cm lang, je 12 g.</p>`},
		333: {title: "Abspannleinen", alias: "abspannleinen", description: "Vier reflektierende Leinen, je drei Meter", intro: "Leuchten, wenn die Stirnlampe sie findet.", content: `<p>2 mm Dyneema mit Spanner.</p>`},
		334: {title: "Flicken", alias: "flicken", description: "Sechs selbstklebende Flicken", intro: "Putzen, kleben, drücken, eine Stunde warten.", content: `<p>Für Außenzelte, Jacken und Matten.</p>`},
		335: {title: "Nahtkleber", alias: "nahtkleber", description: "Silikonkleber für Nähte, 28 Gramm", intro: "Für Nähte, die tropfen.", content: `<p>Reicht für acht Meter. Trocknet zwölf Stunden.</p>`},
		336: {title: "Reißverschluss-Schieber", alias: "schieber", description: "Zwei Schieber, Größe 5", intro: "Es ist fast immer der Schieber.", content: `<p>Passen an unsere Zelte, Rucksäcke und Schlafsäcke.</p>`},
		337: {title: "Band für Glow", alias: "band-fuer-glow", description: "Ersatzband für Stirnlampen", intro: "Wenn das alte zu viele Marathons gelaufen ist.", content: `<p>Für <a href="[~122~]">Glow 300</a> und <a href="[~123~]">Glow 600</a>.</p>`},
	}
}
