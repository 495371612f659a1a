package main

// english returns the English words of every document.
func english() map[int64]text {
	return map[int64]text{
		homePage: {
			title: "Mossgate Outdoor", long: "Mossgate Outdoor: gear for slow journeys", menu: "Home", alias: "index",
			description: "Tents, backpacks, stoves and lights from a small workshop",
			intro:       "Gear for people who walk slowly and look around.",
			content: `<p>We make tents, backpacks, stoves and lights in a small workshop by a river, and we repair what we have made.</p>
<h2>New to camping?</h2>
<p>Read <a href="[~31~]">how to pitch a tent in the rain</a>, then have a look at the <a href="[~10~]">Heron 2</a>.</p>
<ul>
<li><a href="[~2~]">The shop</a></li>
<li><a href="[~30~]">The blog</a></li>
<li><a href="[~45~]">Help</a></li>
</ul>
{{newsletter}}`,
		},

		pageShop: {
			title: "Shop", alias: "shop", description: "Everything we make", intro: "Everything we make, in four shelves.",
			content: `<p>Four shelves, no special offers every other day, and one price for everybody.</p>
[[DLMenu]]
<p>Questions about delivery? See <a href="[~42~]">Shipping</a>.</p>`,
		},
		categoryTents: {
			title: "Tents and tarps", menu: "Tents", alias: "tents", description: "From solo tents to an expedition dome",
			intro:   "Shelters for one to six people.",
			content: `<p>All our tents are pitched once before they leave the workshop. The flysheets hold 3,000 mm of water, the floors 5,000 mm.</p>`,
		},
		categoryPacks: {
			title: "Backpacks and bags", menu: "Backpacks", alias: "backpacks", description: "22 to 80 litres",
			intro:   "Packs that carry themselves, almost.",
			content: `<p>Choose the length of the back first and the volume second. <a href="[~41~]">Ask us</a> when you are between two sizes.</p>`,
		},
		categoryStoves: {
			title: "Stoves and kettles", menu: "Stoves", alias: "stoves", description: "Cooking with gas and wood",
			intro:   "For coffee at sunrise.",
			content: `<p>Gas cartridges cannot be sent by post. Every outdoor shop has cartridges that fit our stoves.</p>`,
		},
		categoryLights: {
			title: "Lights", alias: "lights", description: "Headlamps, lanterns and a solar panel",
			intro:   "Light for the last kilometre.",
			content: `<p>All lamps are charged by USB-C and have a red light that does not wake up the others.</p>`,
		},

		10: {
			title: "Heron 2", long: "Heron 2, tent for two", alias: "heron-2", description: "Freestanding two-person tent",
			intro: "Our best-selling tent: stands by itself, two doors, under two kilograms.",
			content: `<p>The Heron 2 stands without a single peg, so that it can be moved after it has been pitched. Each side has a door and a porch for a backpack.</p>
<ul><li>Two people, 1,980 g</li><li>Pitched in four minutes</li><li>Repair kit included</li></ul>
<p>[*price*] €</p>`,
		},
		11: {
			title: "Wren 1", long: "Wren 1, tent for one", alias: "wren-1", description: "Solo tent for long walks",
			intro: "A tent for one that fits into a bottle pocket.",
			content: `<p>The Wren 1 is pitched with a trekking pole and six pegs. There is room to sit up and to change clothes.</p>
<ul><li>One person, 1,140 g</li><li>Packs to 35 by 12 cm</li></ul>`,
		},
		12: {
			title: "Goose Expedition 6", alias: "goose-expedition-6", description: "Dome for six with a stove opening",
			intro: "A winter dome for six, with an opening for a stovepipe.",
			content: `<p>Five poles, snow skirts all around, and an opening for the pipe of the <a href="[~21~]">Forge</a>. We sew about thirty a year.</p>
<ul><li>Six people, 11.4 kg</li><li>Withstands wind up to 110 km/h</li></ul>`,
		},
		13: {
			title: "Sparrow Tarp", alias: "sparrow-tarp", description: "Tarp, 3 by 3 metres",
			intro:   "Three by three metres of roof.",
			content: `<p>A tarp with sixteen loops: a roof for the kitchen, a wall against the wind, or a porch for the <a href="[~10~]">Heron 2</a>.</p>`,
		},

		14: {
			title: "Ridge 55", alias: "ridge-55", description: "Trekking backpack, 55 litres",
			intro: "For a week on the trail.",
			content: `<p>The frame of the Ridge 55 bends with you and takes the weight to the hips. The lid becomes a small bag for the summit.</p>
<ul><li>55 litres, 1,720 g</li><li>Three lengths of back</li><li>Rain cover included</li></ul>`,
		},
		15: {
			title: "Ridge 35", alias: "ridge-35", description: "Trekking backpack, 35 litres",
			intro:   "The little sister of the Ridge 55, for huts and weekends.",
			content: `<p>The same frame as the <a href="[~14~]">Ridge 55</a> with less around it. Sewn again from April on.</p>`,
		},
		16: {
			title: "Day Lark 22", alias: "day-lark-22", description: "Day pack, 22 litres",
			intro:   "A pack for children's things, sandwiches and a jacket.",
			content: `<p>One large pocket, one small one, and nothing that dangles.</p>`,
		},
		17: {
			title: "Porter 80", alias: "porter-80", description: "Duffel bag, 80 litres",
			intro:   "A bag that does not mind being thrown onto a roof rack.",
			content: `<p>Welded seams, straps to carry it on the back. The first ones leave the workshop in April 2026; order now and pay then.</p>`,
		},

		18: {
			title: "Ember", long: "Ember gas stove", alias: "ember", description: "Gas stove, 95 grams",
			intro:   "Half a litre of water boils in two and a half minutes.",
			content: `<p>The Ember screws onto any threaded cartridge. The flame can be turned down far enough for porridge.</p>`,
		},
		19: {
			title: "Ember Twin", alias: "ember-twin", description: "Gas stove with two burners",
			intro:   "Two burners in a case: soup here, noodles there.",
			content: `<p>For camps with a table. The lid is a windshield, the tray comes out for washing.</p>`,
		},
		20: {
			title: "Kettle 1.2", alias: "kettle-1-2", description: "Kettle, 1.2 litres",
			intro:   "Does not drip. We tested it for a year.",
			content: `<p>Hard-anodised, with a handle that stays cool. Our supplier is late; we expect more in spring.</p>`,
		},
		21: {
			title: "Forge", long: "Forge tent stove", alias: "forge", description: "Wood stove for tents",
			intro:   "A wood stove that folds flat.",
			content: `<p>Made for the <a href="[~12~]">Goose Expedition 6</a>. Burns for two hours on five pieces of birch. Never leave it burning while you sleep.</p>`,
		},

		22: {
			title: "Glow 300", alias: "glow-300", description: "Headlamp, 300 lumens",
			intro:   "Small, light, and simple: one button.",
			content: `<p>Forty hours on low, five on high. The band can be washed.</p>`,
		},
		23: {
			title: "Glow 600", alias: "glow-600", description: "Headlamp, 600 lumens",
			intro:   "For winter, when it is dark at four.",
			content: `<p>The battery sits at the back of the head and under the jacket when it is very cold.</p>`,
		},
		24: {
			title: "Firefly", long: "Firefly lantern", alias: "firefly", description: "Lantern for the tent",
			intro:   "A warm light for the tent table.",
			content: `<p>DRAFT: pictures and weight are still missing.</p>`,
		},
		25: {
			title: "Beacon", long: "Beacon solar panel", alias: "beacon", description: "Folding solar panel, 28 watts",
			intro:   "Charges a phone by lunch.",
			content: `<p>Price on request, because the cells cost something else every month. <a href="[~41~]">Write to us</a>.</p>`,
		},
		26: {
			title: "Glow 150", alias: "glow-150", description: "Headlamp, 150 lumens",
			intro:   "Not made any more.",
			content: `<p>The Glow 150 has been replaced by the <a href="[~22~]">Glow 300</a>.</p>`,
		},
		productRental: {
			title: "Heron 2 Fleet", alias: "heron-2-fleet", description: "Heron 2 for rental fleets",
			intro:   "For huts and rental shops, from ten pieces.",
			content: `<p>With a stronger floor and a number on the bag. Sold to trade customers only.</p>`,
		},

		pageBlog: {
			title: "Blog", alias: "blog", description: "Stories and how-tos", intro: "Stories from the trail and from the workshop.",
			content: `<p>We write when we have something to tell.</p>`,
		},
		31: {
			title: "How to pitch a tent in the rain", alias: "pitch-a-tent-in-the-rain", description: "Five steps to a dry inner tent",
			intro: "It can be done, and the inner tent stays dry.",
			content: `<ol>
<li>Hang up a tarp first, such as the <a href="[~13~]">Sparrow</a>.</li>
<li>Unpack below it.</li>
<li>Pitch the flysheet alone, if your tent allows it.</li>
<li>Hang the inner tent from inside.</li>
<li>Make tea.</li>
</ol>
<p>Practise once in the garden, while the sun is shining.</p>`,
		},
		32: {
			title: "Three days along the Moss River", alias: "along-the-moss-river", description: "A walk with two children and one donkey",
			intro: "Two children, one donkey, 31 kilometres.",
			content: `<p>The donkey was called Walter and decided where we had lunch. On the first day we came as far as the old mill, on the second to the ferry, on the third home.</p>
<p>What we would leave at home next time: the second pan. What we would take twice: <a href="[~16~]">small backpacks</a> for the children.</p>`,
		},
		33: {
			title: "Sleeping warm at minus ten", alias: "sleeping-warm", description: "What helps against the cold at night",
			intro: "Eat something, put on a dry hat, and mind the mat.",
			content: `<p>Most of the cold comes from below. Two mats are better than a thicker sleeping bag. A bottle of hot water lasts until four in the morning.</p>
<p>Do not breathe into the sleeping bag: it gets wet and stays wet.</p>`,
		},
		34: {
			title: "Mending a tent pole", alias: "mending-a-tent-pole", description: "With a sleeve, tape and ten minutes",
			intro:   "A broken pole is not the end of a journey.",
			content: `<p>Every <a href="[~10~]">Heron 2</a> comes with a sleeve. Push it over the break, tape both ends, go on. At home, send us the pole: see <a href="[~43~]">Returns and repairs</a>.</p>`,
		},
		35: {
			title: "A week with four kilograms", alias: "a-week-with-four-kilograms", description: "Jonas counts grams",
			intro:   "DRAFT: Jonas counts grams.",
			content: `<p>Packing list to follow.</p>`,
		},
		36: {
			title: "Our new workshop", alias: "our-new-workshop", description: "We are moving across the river",
			intro:   "We are moving across the river.",
			content: `<p>To be published when the contract is signed.</p>`,
		},

		40: {
			title: "About us", alias: "about", description: "Who we are and where we sew",
			intro: "Seven people, nine sewing machines, one river.",
			content: `<p>Petra Mossgate sewed her first tent in 1998 because the one she had bought leaked. Today seven people work in the old dye works, and every tent carries the name of the person who sewed it.</p>
<p>The workshop is open on Thursdays from two to six and on Saturdays from ten to one. There is coffee.</p>
{{team}}`,
		},
		pageHelp: {
			title: "Help", alias: "help", description: "Contact, shipping and returns", intro: "How to reach us and how things reach you.",
			content: `[[DLMenu]]`,
		},
		41: {
			title: "Contact", alias: "contact", description: "Telephone, e-mail and the workshop",
			intro: "We answer within two working days.",
			content: `<p>Mossgate Outdoor, 4 Dyer's Lane, Mossgate<br>Telephone 01632 960 042, hello@mossgate.example</p>
{{hours}}
[!FormLister? &formid=` + "`contact`" + `!]`,
		},
		42: {
			title: "Shipping", alias: "shipping", description: "What it costs and how long it takes",
			intro: "Free above 100 euros, on its way within two days.",
			content: `<table>
<tr><th>To</th><th>Costs</th><th>Days</th></tr>
<tr><td>Germany, Austria</td><td>4.90 €</td><td>2 to 3</td></tr>
<tr><td>Other countries in the EU</td><td>9.90 €</td><td>4 to 6</td></tr>
<tr><td>Ukraine</td><td>14.90 €</td><td>8 to 12</td></tr>
</table>
<p>Above 100 € we pay. Wood stoves travel by freight and cost 19 € everywhere.</p>`,
		},
		43: {
			title: "Returns and repairs", menu: "Returns", alias: "returns", description: "Thirty days to send it back, ten years of repairs",
			intro: "Thirty days to change your mind, ten years of repairs.",
			content: `<p>Send back what you do not like within 30 days, unused and in its bag. We return the money within a week; you pay the postage.</p>
<p>For ten years we repair what we have sewn. Holes, zips and poles cost nothing, burns do.</p>
<p>Please write to us first: <a href="[~41~]">Contact</a>.</p>`,
		},
		44: {
			title: "Privacy", alias: "privacy", description: "What we know about you and for how long",
			intro:   "As little as we can.",
			content: `<p>We keep your address for as long as the tax office wants it, and nothing else. There are no trackers on this site.</p>`,
		},
		pageNotFound: {
			title: "Page not found", alias: "not-found", description: "Off the trail",
			content: `<p>You have left the trail. <a href="[~1~]">Back to the camp</a>.</p>`,
		},
		51: {
			title: "Winter sale", alias: "winter-sale", description: "Last year's colors",
			intro:   "Last year's colors, while they last.",
			content: `<p>20 % off everything orange until the end of January.</p>`,
		},
		pageOldShop: {
			title: "Old shop", alias: "old-shop", description: "The shop of 2024",
			content: `<p>[[OldCart]]</p>`,
		},
		53: {
			title: "Old shop: cart", alias: "cart", description: "The cart of 2024",
			content: `<p>Your cart is empty.</p>`,
		},
		54: {
			title: "Gift vouchers", alias: "gift-vouchers", description: "From 20 euros",
			intro:   "DRAFT: waiting for the tax adviser.",
			content: `<p>Vouchers from 20 €, by post or as a file.</p>`,
		},
		55: {
			title: "Bestseller: Heron 2", alias: "bestseller", description: "Leads to the tent",
			content: `[~10~]`,
		},
		pageTrade: {
			title: "For trade customers", menu: "Trade", alias: "trade", description: "Prices for rental shops and huts",
			intro:   "Prices for rental shops and huts.",
			content: `<p>30 % off from ten pieces, 35 % from fifty. Payment within 30 days.</p>`,
		},
		pageHandbook: {
			title: "Handbook for editors", alias: "handbook", description: "How we write",
			intro:   "How we write. For us only.",
			content: `<p>Short sentences. No exclamation marks. Weights in grams up to two kilograms, prices with a point.</p>`,
		},
		pagePress: {
			title: "Press", alias: "press", description: "Pictures and facts for journalists",
			intro:   "Pictures and facts, with a login.",
			content: `<p>Next year's collection, under embargo until the trade fair.</p>`,
		},
	}
}
