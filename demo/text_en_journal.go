package main

// englishJournal returns the English words of news, events and the pages beside them.
func englishJournal() map[int64]text {
	return map[int64]text{
		pageNews: {title: "News", alias: "news", description: "What is new in the workshop", intro: "Short and seldom.", content: `[[DocLister? &tvList=` + "`news_date`" + `]]`},
		341: {
			title: "We are online again", alias: "online-again", description: "The new site",
			intro:   "The new site is there.",
			content: `<p>The shop of 2024 is closed. Accounts were not moved; please make a new one.</p>`,
		},
		342: {
			title: "140 visitors on the workshop day", alias: "workshop-day", description: "Thank you for coming",
			intro:   "Thank you for coming, all 140 of you.",
			content: `<p>We sewed 60 pencil cases with children, and Walter the donkey ate the flowers.</p>`,
		},
		343: {
			title: "The Heron 2 is here", alias: "heron-2-is-here", description: "A tent for two",
			intro:   "Two years of work, 1,980 grams.",
			content: `<p>From today the <a href="[~10~]">Heron 2</a> is on sale. The first hundred have a red peg bag.</p>`,
		},
		344: {
			title: "Repairs by post from Austria", alias: "repairs-from-austria", description: "A box in Salzburg",
			intro:   "Send repairs to Salzburg.",
			content: `<p>Customers in Austria send repairs to our partner Bergfuchs, Linzer Gasse 12, Salzburg. We fetch them every second Monday.</p>`,
		},
		345: {
			title: "Recall: Ember stoves of batch 2504", alias: "recall-ember", description: "Do not use stoves of this batch",
			intro: "Please do not use Ember stoves with the number 2504.",
			content: `<p>The valve of 212 <a href="[~18~]">Ember</a> stoves may leak. The number 2504 is on the bottom. They were sold between 2 and 16 May 2025.</p>
<p>Send yours to us, we pay the postage. You get a new one within five days.</p>`,
		},
		346: {
			title: "Thirty days instead of fourteen", alias: "thirty-days", description: "More time to send things back",
			intro:   "From today you have thirty days to change your mind.",
			content: `<p>Also for what you bought after 1 June. All rules: <a href="[~43~]">Returns and repairs</a>.</p>`,
		},
		347: {
			title: "We deliver to Ukraine", alias: "delivery-to-ukraine", description: "With the post, in 8 to 12 days",
			intro:   "Parcels to Ukraine leave us every Wednesday.",
			content: `<p>What it costs: <a href="[~42~]">Shipping</a>. Wood stoves cannot be sent there.</p>`,
		},
		348: {
			title: "Alpine Gear Prize for the Goose", alias: "alpine-gear-prize", description: "Second place in Innsbruck",
			intro:   "Second place among 41 tents.",
			content: `<p>The jury in Innsbruck liked the snow skirts of the <a href="[~12~]">Goose Expedition 6</a> and disliked its weight. First was the Polar Hut 4 of a company in Norway.</p>`,
		},
		349: {
			title: "The Goose Expedition 6 is on sale", alias: "goose-on-sale", description: "Dome for six",
			intro:   "Thirty a year, beginning today.",
			content: `<p>Whoever orders now gets one in October.</p>`,
		},
		350: {
			title: "Wool is here: the Thrush collection", alias: "thrush", description: "Shirt, leggings and a hat of merino",
			intro:   "Shirt, leggings, hat.",
			content: `<p>Knitted by Weaver &amp; Daughters in Leeds. The shirt costs 69 €, the leggings 59 €, the hat 25 €.</p>`,
		},
		351: {
			title: "Glow 600, for the dark months", alias: "glow-600-news", description: "A headlamp for winter",
			intro:   "600 lumens, and a battery that stays warm.",
			content: `<p>Owners of a Glow 150 get 15 € for it until the end of the year.</p>`,
		},
		352: {
			title: "Orders for Christmas", alias: "orders-for-christmas", description: "Until 16 December",
			intro:   "What is ordered until 16 December arrives in time.",
			content: `<p>Within Germany and Austria. Other countries: until 10 December.</p>`,
		},
		353: {
			title: "Closed between the years", alias: "closed-between-the-years", description: "24 December to 6 January",
			intro:   "We sleep late.",
			content: `<p>No parcels from 24 December to 6 January.</p>`,
		},
		354: {
			title: "Courses of 2026", alias: "courses-2026", description: "Sewing, cooking, walking at night",
			intro:   "Eleven dates, from sewing to sleeping in the snow.",
			content: `<p>All dates: <a href="[~359~]">Events</a>. Booking by telephone only.</p>`,
		},
		355: {
			title: "Cotton instead of plastic", alias: "cotton-instead-of-plastic", description: "New bags",
			intro:   "Parcels come in cotton bags now.",
			content: `<p>Saves 380 kg of plastic a year. Send the bags back, six of them are worth a <a href="[~324~]">Spork</a>.</p>`,
		},
		356: {
			title: "Porter 80 from April", alias: "porter-80-from-april", description: "Orders are open",
			intro:   "The first duffel bag of ours.",
			content: `<p>Delivery of the <a href="[~17~]">Porter 80</a> begins on 1 April 2026. 85 have been ordered.</p>`,
		},
		357: {
			title: "Prices of 2027", alias: "prices-2027", description: "What will change",
			intro:   "DRAFT: not agreed upon.",
			content: `<p>All tents 8 % more.</p>`,
		},
		358: {
			title: "We open in Lviv", alias: "lviv", description: "A second workshop",
			intro:   "A second workshop.",
			content: `<p>Opening on 12 May, Halytska Street 3, with Iryna.</p>`,
		},

		pageEvents: {title: "Events", alias: "events", description: "Courses, walks and open days", intro: "Come by.", content: `<p>Booking by telephone: see <a href="[~41~]">Contact</a>. Who cancels a week before gets the money back.</p>`},
		360: {
			title: "Sewing course for beginners", alias: "sewing-course-for-beginners", description: "A bag in a day",
			intro: "You go home with a bag.", content: `<p>Workshop, 10 to 17. Machines and cloth are there. With Ada Fennimore.</p>`,
		},
		361: {
			title: "Open day", alias: "open-day", description: "Coffee, machines, donkey rides",
			intro: "Everybody is welcome.", content: `<p>Workshop, 14 to 19. Donkey rides at 15 and 17.</p>`,
		},
		362: {
			title: "Evening of stoves", alias: "evening-of-stoves", description: "Cooking on gas, wood and alcohol",
			intro: "Three stoves, three soups.", content: `<p>River meadow behind the workshop. With Jonas Brandeis. Bring a spoon.</p>`,
		},
		363: {
			title: "Night walk with headlamps", alias: "night-walk", description: "Eight kilometres in the dark",
			intro: "Eight kilometres along the river.", content: `<p>Meeting point: the ferry. Lamps can be borrowed. From the age of ten.</p>`,
		},
		364: {
			title: "Repair café in June", alias: "repair-cafe-june", description: "Bring what is broken",
			intro: "Bring what is broken; we have needles and cake.", content: `<p>Workshop, 13 to 18. Zips, poles, holes, of all makes.</p>`,
		},
		365: {
			title: "Family camp on the Moss River", alias: "family-camp", description: "Three days for families",
			intro: "Three days, two nights, ten families.", content: `<p>Friday to Sunday at the old mill. The fee is for a family, food included. With Sofia.</p>`,
		},
		366: {
			title: "Tarp course", alias: "tarp-course", description: "Twelve ways to hang up a tarp",
			intro: "Twelve ways, six knots.", content: `<p>River meadow, 11 to 16. Tarps are there. With Marek.</p>`,
		},
		367: {
			title: "Repair café in September", alias: "repair-cafe-september", description: "Bring what is broken",
			intro: "Before the season of storms.", content: `<p>Workshop, 13 to 18.</p>`,
		},
		368: {
			title: "Sleeping outside in autumn", alias: "sleeping-outside-in-autumn", description: "One night without a tent",
			intro: "One night without a tent.", content: `<p>Old mill, until Sunday after breakfast. Sleeping bags can be borrowed for 10 €.</p>`,
		},
		369: {
			title: "Sewing course for advanced", alias: "sewing-course-for-advanced", description: "A tarp in a day",
			intro: "You go home with a tarp.", content: `<p>Workshop, 10 to 18. You need to know a sewing machine. With Ada Fennimore.</p>`,
		},
		370: {
			title: "Winter night in the Goose", alias: "winter-night", description: "One night in the dome, with a wood stove",
			intro: "One night in the dome.", content: `<p>Above the village, at 1,100 metres. From the age of sixteen. With Jonas Brandeis.</p>`,
		},
		371: {
			title: "Trade day", alias: "trade-day", description: "For rental shops and huts",
			intro: "The collection of 2027.", content: `<p>Workshop, 10 to 15, with lunch.</p>`,
		},

		395: {title: "The Alpine Gear Prize", alias: "prize", description: "At the organisers", content: `https://prize.alpine-gear.example/2025/tents`},
		396: {title: "What delivery costs", alias: "delivery", description: "Leads to Shipping", content: `[~42~]`},
		397: {
			title: "Jobs", alias: "jobs", description: "Work with us",
			intro: "We look for one person.",
			content: `<h2>Tailor (all genders), 32 hours</h2><p>From 1 September 2026. You sew tents and teach others how. 3,150 € a month, 30 days of holiday. Write to Petra Mossgate until 31 May 2026.</p>
<p>We have no apprenticeships this year.</p>`,
		},
		398: {title: "Price list for trade", alias: "price-list", description: "With all discounts", content: `<p>Heron 2 Fleet from 50 pieces: 96.85 €.</p>`},
		399: {title: "Old jobs", alias: "old-jobs", description: "Filled", content: `<p>Bookkeeper, 20 hours: filled.</p>`},
	}
}
