package main

// german returns the German words of the documents that have been translated.
func german() map[int64]text {
	return map[int64]text{
		homePage: {
			title: "Mossgate Outdoor auf Deutsch", long: "Mossgate Outdoor: Ausrüstung für langsame Reisen", menu: "Deutsch", alias: "de",
			description: "Zelte, Rucksäcke, Kocher und Lampen aus einer kleinen Werkstatt",
			intro:       "Ausrüstung für Leute, die langsam gehen und sich umsehen.",
			content: `<p>Wir bauen Zelte, Rucksäcke, Kocher und Lampen in einer kleinen Werkstatt am Fluss, und wir reparieren, was wir gebaut haben.</p>
<ul>
<li><a href="[~102~]">Laden</a></li>
<li><a href="[~130~]">Blog</a></li>
<li><a href="[~145~]">Hilfe</a></li>
</ul>
{{newsletter}}`,
		},

		pageShop: {
			title: "Laden", alias: "laden", description: "Alles, was wir bauen", intro: "Alles, was wir bauen, in vier Regalen.",
			content: `<p>Vier Regale, keine Sonderangebote, ein Preis für alle.</p>
[[DLMenu]]
<p>Fragen zur Lieferung? Siehe <a href="[~142~]">Versand</a>.</p>`,
		},
		categoryTents: {
			title: "Zelte und Tarps", menu: "Zelte", alias: "zelte", description: "Vom Einpersonenzelt bis zur Expeditionskuppel",
			intro:   "Für eine bis sechs Personen.",
			content: `<p>Jedes Zelt wird einmal aufgebaut, bevor es die Werkstatt verlässt. Das Außenzelt hält 3.000 mm Wassersäule, der Boden 5.000 mm.</p>`,
		},
		categoryPacks: {
			title: "Rucksäcke und Taschen", menu: "Rucksäcke", alias: "rucksaecke", description: "22 bis 80 Liter",
			intro:   "Rucksäcke, die sich fast von selbst tragen.",
			content: `<p>Erst die Rückenlänge wählen, dann das Volumen. Zwischen zwei Größen? <a href="[~141~]">Frag uns</a>.</p>`,
		},
		categoryStoves: {
			title: "Kocher und Kessel", menu: "Kocher", alias: "kocher", description: "Kochen mit Gas und Holz",
			intro:   "Für den Kaffee bei Sonnenaufgang.",
			content: `<p>Gaskartuschen dürfen nicht mit der Post verschickt werden. Passende gibt es in jedem Outdoor-Geschäft.</p>`,
		},
		categoryLights: {
			title: "Lampen", alias: "lampen", description: "Stirnlampen für jede Jahreszeit",
			intro:   "Licht für den letzten Kilometer.",
			content: `<p>Alle Lampen werden über USB-C geladen und haben ein rotes Licht, das die anderen nicht weckt.</p>`,
		},

		10: {
			title: "Heron 2", long: "Heron 2, Zelt für zwei", alias: "heron-2", description: "Freistehendes Zelt für zwei Personen",
			intro: "Unser meistverkauftes Zelt: steht von selbst, zwei Eingänge, unter zwei Kilogramm.",
			content: `<p>Das Heron 2 steht ohne einen einzigen Hering und lässt sich deshalb noch verschieben, wenn es schon aufgebaut ist.</p>
<ul><li>Zwei Personen, 1.980 g</li><li>In vier Minuten aufgebaut</li><li>Mit Reparaturset</li></ul>
<p>[*price*] €</p>`,
		},
		11: {
			title: "Wren 1", long: "Wren 1, Zelt für eine Person", alias: "wren-1", description: "Einpersonenzelt für lange Wege",
			intro:   "Ein Zelt, das in eine Flaschentasche passt.",
			content: `<p>Aufgebaut wird das Wren 1 mit einem Trekkingstock und sechs Heringen. Man kann darin sitzen und sich umziehen.</p>`,
		},
		12: {
			title: "Goose Expedition 6", alias: "goose-expedition-6", description: "Kuppelzelt für sechs mit Ofenöffnung",
			intro:   "Winterkuppel für sechs, mit einer Öffnung für das Ofenrohr.",
			content: `<p>Fünf Stangen, ringsum Schneelappen und Platz für den <a href="[~121~]">Forge</a>. Wir nähen etwa dreißig im Jahr.</p>`,
		},
		13: {
			title: "Sparrow Tarp", alias: "sparrow-tarp", description: "Tarp, 3 mal 3 Meter",
			intro:   "Drei mal drei Meter Dach.",
			content: `<p>Ein Tarp mit sechzehn Schlaufen: Küchendach, Windschutz oder Vorzelt für das <a href="[~110~]">Heron 2</a>.</p>`,
		},
		14: {
			title: "Ridge 55", alias: "ridge-55", description: "Trekkingrucksack, 55 Liter",
			intro:   "Für eine Woche unterwegs.",
			content: `<p>Der Rahmen biegt sich mit und bringt das Gewicht auf die Hüfte. Aus dem Deckel wird eine kleine Gipfeltasche.</p>`,
		},
		15: {
			title: "Ridge 35", alias: "ridge-35", description: "Trekkingrucksack, 35 Liter",
			intro:   "Die kleine Schwester des Ridge 55, für Hütten und Wochenenden.",
			content: `<p>Der gleiche Rahmen wie beim <a href="[~114~]">Ridge 55</a>, mit weniger darum herum. Wird ab April wieder genäht.</p>`,
		},
		16: {
			title: "Day Lark 22", alias: "day-lark-22", description: "Tagesrucksack, 22 Liter",
			intro:   "Für Kindersachen, Brote und eine Jacke.",
			content: `<p>Ein großes Fach, ein kleines und nichts, was baumelt.</p>`,
		},
		18: {
			title: "Ember", long: "Gaskocher Ember", alias: "ember", description: "Gaskocher, 95 Gramm",
			intro:   "Ein halber Liter Wasser kocht in zweieinhalb Minuten.",
			content: `<p>Der Ember passt auf jede Schraubkartusche. Die Flamme geht so klein, dass auch Haferbrei gelingt.</p>`,
		},
		19: {
			title: "Ember Twin", alias: "ember-twin", description: "Gaskocher mit zwei Flammen",
			intro:   "Zwei Flammen im Koffer: hier die Suppe, dort die Nudeln.",
			content: `<p>Für Lager mit Tisch. Der Deckel ist der Windschutz, das Blech lässt sich zum Spülen herausnehmen.</p>`,
		},
		21: {
			title: "Forge", long: "Zeltofen Forge", alias: "forge", description: "Holzofen für Zelte",
			intro:   "Ein Holzofen, der sich flach zusammenlegen lässt.",
			content: `<p>Gebaut für das <a href="[~112~]">Goose Expedition 6</a>. Fünf Scheite Birke brennen zwei Stunden. Nie im Schlaf brennen lassen.</p>`,
		},
		22: {
			title: "Glow 300", alias: "glow-300", description: "Stirnlampe, 300 Lumen",
			intro:   "Klein, leicht und einfach: ein Knopf.",
			content: `<p>Vierzig Stunden auf kleiner, fünf auf großer Stufe. Das Band ist waschbar.</p>`,
		},
		23: {
			title: "Glow 600", alias: "glow-600", description: "Stirnlampe, 600 Lumen",
			intro:   "Für den Winter, wenn es um vier dunkel ist.",
			content: `<p>Der Akku sitzt am Hinterkopf und bei großer Kälte unter der Jacke.</p>`,
		},

		pageBlog: {
			title: "Blog", alias: "blog", description: "Geschichten und Anleitungen", intro: "Geschichten von unterwegs und aus der Werkstatt.",
			content: `<p>Wir schreiben, wenn wir etwas zu erzählen haben.</p>`,
		},
		31: {
			title: "Ein Zelt im Regen aufbauen", alias: "zelt-im-regen-aufbauen", description: "Fünf Schritte zum trockenen Innenzelt",
			intro: "Es geht, und das Innenzelt bleibt trocken.",
			content: `<ol>
<li>Zuerst ein Tarp aufhängen, zum Beispiel das <a href="[~113~]">Sparrow</a>.</li>
<li>Darunter auspacken.</li>
<li>Das Außenzelt allein aufbauen, wenn dein Zelt das erlaubt.</li>
<li>Das Innenzelt von innen einhängen.</li>
<li>Tee kochen.</li>
</ol>`,
		},
		33: {
			title: "Warm schlafen bei minus zehn Grad", alias: "warm-schlafen", description: "Was nachts gegen die Kälte hilft",
			intro:   "Etwas essen, eine trockene Mütze aufsetzen und auf die Matte achten.",
			content: `<p>Die meiste Kälte kommt von unten. Zwei Matten sind besser als ein dickerer Schlafsack. Eine Flasche mit heißem Wasser hält bis vier Uhr früh.</p>`,
		},

		40: {
			title: "Über uns", alias: "ueber-uns", description: "Wer wir sind und wo wir nähen",
			intro: "Sieben Leute, neun Nähmaschinen, ein Fluss.",
			content: `<p>Petra Mossgate hat 1998 ihr erstes Zelt genäht, weil das gekaufte undicht war. Heute arbeiten sieben Leute in der alten Färberei, und in jedem Zelt steht, wer es genäht hat.</p>
{{team}}`,
		},
		pageHelp: {
			title: "Hilfe", alias: "hilfe", description: "Kontakt, Versand und Rückgabe", intro: "Wie du uns erreichst und wie die Sachen dich erreichen.",
			content: `[[DLMenu]]`,
		},
		41: {
			title: "Kontakt", alias: "kontakt", description: "Telefon, E-Mail und Werkstatt",
			intro: "Wir antworten innerhalb von zwei Werktagen.",
			content: `<p>Telefon +44 1632 960 042, hallo@mossgate.example</p>
{{hours-de}}
[!FormLister? &formid=` + "`contact`" + `!]`,
		},
		42: {
			title: "Versand", alias: "versand", description: "Was er kostet und wie lange er dauert",
			intro: "Ab 100 Euro kostenlos, innerhalb von zwei Tagen unterwegs.",
			content: `<table>
<tr><th>Nach</th><th>Kosten</th><th>Tage</th></tr>
<tr><td>Deutschland, Österreich</td><td>4,90 €</td><td>2 bis 3</td></tr>
<tr><td>Andere EU-Länder</td><td>9,90 €</td><td>4 bis 6</td></tr>
</table>
<p>Ab 100 € zahlen wir. Holzöfen gehen per Spedition und kosten überall 19 €.</p>`,
		},
		43: {
			title: "Rückgabe und Reparatur", menu: "Rückgabe", alias: "rueckgabe", description: "Dreißig Tage Rückgabe, zehn Jahre Reparatur",
			intro: "Dreißig Tage, um es sich anders zu überlegen, zehn Jahre Reparatur.",
			content: `<p>Was nicht gefällt, kannst du innerhalb von 30 Tagen unbenutzt zurückschicken. Das Geld kommt innerhalb einer Woche; das Porto zahlst du.</p>
<p>Zehn Jahre lang reparieren wir, was wir genäht haben. Löcher, Reißverschlüsse und Stangen kosten nichts, Brandlöcher schon.</p>`,
		},
		44: {
			title: "Datenschutz", alias: "datenschutz", description: "Was wir über dich wissen",
			intro:   "So wenig wie möglich.",
			content: `<p>Wir behalten deine Adresse so lange, wie das Finanzamt es will, und sonst nichts.</p>`,
		},
	}
}
