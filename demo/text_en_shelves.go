package main

// englishShelves returns the English words of the shelves that were added to the shop later.
func englishShelves() map[int64]text {
	return map[int64]text{
		categorySleeping: {
			title: "Sleeping bags and mats", menu: "Sleeping", alias: "sleeping", description: "Bags, mats and what belongs to them",
			intro:   "Eight hours a night are a third of a journey.",
			content: `<p>Our down comes from birds that were not plucked alive. Which bag is warm enough? See <a href="[~386~]">Temperatures of sleeping bags</a>.</p>`,
		},
		304: {
			title: "Drowsy Owl -5", alias: "drowsy-owl-minus-5", description: "Down sleeping bag, comfortable down to minus 5 degrees",
			intro:   "The bag that most of our customers sleep in.",
			content: `<p>520 g of down, 700 cuin. Comfort limit minus 5 °C. The zip runs on both sides, so that two bags become one.</p>`,
		},
		305: {
			title: "Drowsy Owl +5", alias: "drowsy-owl-plus-5", description: "Light down sleeping bag for summer",
			intro:   "As large as a loaf of bread when it is packed.",
			content: `<p>280 g of down, 700 cuin. Comfort limit plus 5 °C. Opens out into a blanket.</p>`,
		},
		306: {
			title: "Eagle Owl -30", alias: "eagle-owl-minus-30", description: "Expedition sleeping bag, comfortable down to minus 30 degrees",
			intro:   "For nights at which the tea freezes.",
			content: `<p>1,250 g of down, 850 cuin. Comfort limit minus 30 °C. Made to order in three weeks.</p>`,
		},
		307: {
			title: "Dormouse", alias: "dormouse", description: "Sleeping bag for children up to 140 cm",
			intro:   "Grows along: the foot end opens by 30 cm.",
			content: `<p>Synthetic fill, so that it can go into the washing machine at 30 °C. Comfort limit plus 3 °C.</p>`,
		},
		308: {
			title: "Raft", alias: "raft", description: "Inflatable sleeping mat, R-value 4.2",
			intro:   "Fourteen breaths and it is full.",
			content: `<p>R-value 4.2, 183 by 56 cm, 8 cm thick. Patches and a second valve are in the bag.</p>`,
		},
		309: {
			title: "Raft Double", alias: "raft-double", description: "Inflatable sleeping mat for two, R-value 3.8",
			intro:   "No gap in the middle.",
			content: `<p>R-value 3.8, 183 by 112 cm. Fits the floor of the <a href="[~10~]">Heron 2</a> to the centimetre.</p>`,
		},
		310: {
			title: "Plank", alias: "plank", description: "Foam mat, R-value 2.0",
			intro:   "Cannot leak.",
			content: `<p>R-value 2.0, 185 by 51 cm, folds like an accordion. Below a <a href="[~308~]">Raft</a> it makes a mat for winter.</p>`,
		},
		311: {
			title: "Puff", alias: "puff", description: "Inflatable pillow, 80 grams",
			intro:   "Three breaths.",
			content: `<p>A cotton cover that comes off for washing.</p>`,
		},
		312: {
			title: "Silk liner", alias: "silk-liner", description: "Liner for sleeping bags, 120 grams",
			intro:   "Keeps the bag clean and adds three degrees.",
			content: `<p>Mulberry silk, 220 by 85 cm. The next ones come in June.</p>`,
		},

		categoryClothing: {
			title: "Clothing", alias: "clothing", description: "Against rain and cold",
			intro:   "A small collection that lasts.",
			content: `<p>Sizes XS to XXL cost the same. We sew buttons on for ever.</p>`,
		},
		313: {
			title: "Drizzle jacket", alias: "drizzle-jacket", description: "Rain jacket, 20,000 mm",
			intro:   "Three layers, two pockets, one hood that turns with the head.",
			content: `<p>Holds 20,000 mm of water and lets 15,000 g of vapour out. Free of PFAS.</p>`,
		},
		314: {
			title: "Drizzle trousers", alias: "drizzle-trousers", description: "Rain trousers, 20,000 mm",
			intro:   "Zips on the whole length, to be put on over boots.",
			content: `<p>The same cloth as the <a href="[~313~]">Drizzle jacket</a>.</p>`,
		},
		315: {
			title: "Thrush shirt", alias: "thrush-shirt", description: "Shirt of merino wool",
			intro:   "Five days without washing. We asked those beside us.",
			content: `<p>Merino, 150 g/m², from two farms in Tasmania.</p>`,
		},
		316: {
			title: "Thrush leggings", alias: "thrush-leggings", description: "Leggings of merino wool",
			intro:   "To be worn below everything else.",
			content: `<p>Merino, 200 g/m². More are being knitted; expected in March.</p>`,
		},
		317: {
			title: "Magpie hat", alias: "magpie-hat", description: "Hat of merino wool",
			intro:   "Covers the ears.",
			content: `<p>Two layers of merino. One size for all heads.</p>`,
		},
		318: {
			title: "Mole gloves", alias: "mole-gloves", description: "Gloves with a thumb that opens",
			intro:   "For lighting stoves without taking them off.",
			content: `<p>Fleece and goat leather. The tip of the thumb folds back.</p>`,
		},
		319: {
			title: "Heath trousers", alias: "heath-trousers", description: "Walking trousers",
			intro:   "Dry in an hour.",
			content: `<p>Cotton and polyester, waxed at the knees. Five lengths.</p>`,
		},
		320: {
			title: "Heath shorts", alias: "heath-shorts", description: "Walking shorts",
			intro:   "The Heath trousers without what is too warm in July.",
			content: `<p>On sale from 4 May 2026. Order now and pay then.</p>`,
		},
		321: {
			title: "Badger jacket", alias: "badger-jacket", description: "Down jacket, 360 grams",
			intro:   "Packs into its own pocket.",
			content: `<p>140 g of down, 800 cuin. Not for rain.</p>`,
		},

		categoryKitchen: {
			title: "Camp kitchen", menu: "Kitchen", alias: "kitchen", description: "Pots, cups, bottles and a filter",
			intro:   "Everything but the soup.",
			content: `<p>All pots fit on the <a href="[~18~]">Ember</a>.</p>`,
		},
		322: {
			title: "Pot 0.9", alias: "pot-0-9", description: "Titanium pot, 0.9 litres",
			intro:   "Porridge for one or tea for three.",
			content: `<p>Titanium. A gas cartridge of 230 g fits inside.</p>`,
		},
		323: {
			title: "Pot set Trio", alias: "pot-set-trio", description: "Three pots and a pan",
			intro:   "1.0, 1.7 and 2.5 litres, and the pan is the lid.",
			content: `<p>Anodised aluminium without a coating.</p>`,
		},
		324: {
			title: "Spork", alias: "spork", description: "Titanium spoon and fork",
			intro:   "What people lose most often.",
			content: `<p>17 g, 20 cm long, so that it reaches the bottom of the bag.</p>`,
		},
		325: {
			title: "Enamel mug", alias: "enamel-mug", description: "Mug, 0.35 litres",
			intro:   "Chips, but does not break.",
			content: `<p>Enamelled steel. Good on a fire, bad in a microwave.</p>`,
		},
		326: {
			title: "Bottle 1.0", alias: "bottle-1-0", description: "Steel bottle, 1 litre",
			intro:   "One wall, so that it can stand in the embers.",
			content: `<p>Stainless steel. The lid comes off for cleaning without a tool.</p>`,
		},
		327: {
			title: "Water bag 6", alias: "water-bag-6", description: "Folding bag for six litres of water",
			intro:   "Hangs from a branch and has a tap.",
			content: `<p>Free of BPA. Our supplier promises new ones for April.</p>`,
		},
		328: {
			title: "Spring filter", alias: "spring-filter", description: "Water filter with a pump",
			intro:   "A litre of clean water in a minute.",
			content: `<p>0.1 µm hollow fibre, good for 4,000 litres. Must not freeze.</p>`,
		},
		329: {
			title: "Coffee dripper", alias: "coffee-dripper", description: "Folding coffee filter, 22 grams",
			intro:   "For people who are no people before it.",
			content: `<p>Fits cups of 7 to 10 cm. Works with paper size 2.</p>`,
		},
		330: {
			title: "Finch knife", alias: "finch-knife", description: "Folding knife",
			intro:   "Cuts bread, string and cheese.",
			content: `<p>Blade of 7 cm, without a lock. We sell it to adults only.</p>`,
		},

		categoryRepair: {
			title: "Repair and spares", menu: "Repair", alias: "repair", description: "Parts that we would lose as well",
			intro:   "Make it last.",
			content: `<p>How to mend a pole: <a href="[~34~]">Mending a tent pole</a>. What we repair for you: <a href="[~43~]">Returns and repairs</a>.</p>`,
		},
		331: {
			title: "Pole sleeve", alias: "pole-sleeve", description: "Sleeve for broken tent poles",
			intro: "Ten centimetres that save a holiday.", content: `<p>For poles of 8 to 9.5 mm.</p>`,
		},
		332: {
			title: "Pegs, set of 8", alias: "pegs", description: "Eight aluminium pegs with cord",
			intro: "Orange, because green ones stay in the meadow.", content: `<p>18 cm long, 12 g each.</p>`,
		},
		333: {
			title: "Guy lines", alias: "guy-lines", description: "Four reflecting lines of three metres",
			intro: "Shine when a headlamp finds them.", content: `<p>2 mm Dyneema with a tensioner.</p>`,
		},
		334: {
			title: "Patches", alias: "patches", description: "Six patches that stick by themselves",
			intro: "Clean, stick, press, wait an hour.", content: `<p>For flysheets, jackets and mats.</p>`,
		},
		335: {
			title: "Seam glue", alias: "seam-glue", description: "Silicone glue for seams, 28 grams",
			intro: "For seams that drip.", content: `<p>Enough for eight metres. Dries for twelve hours.</p>`,
		},
		336: {
			title: "Zip sliders", alias: "zip-sliders", description: "Two sliders for zips, size 5",
			intro: "It is nearly always the slider.", content: `<p>Fit tents, backpacks and sleeping bags of ours.</p>`,
		},
		337: {
			title: "Band for Glow", alias: "band-for-glow", description: "Spare band for headlamps",
			intro: "When the old one has been to too many marathons.", content: `<p>For <a href="[~22~]">Glow 300</a> and <a href="[~23~]">Glow 600</a>.</p>`,
		},
		338: {
			title: "Cotton wax", alias: "cotton-wax", description: "Wax for cotton cloth",
			intro: "Not made any more.", content: `<p>A block of 120 g.</p>`,
		},
		339: {
			title: "Repair kit, large", alias: "repair-kit-large", description: "All parts in a bag",
			intro: "DRAFT: waiting for the bags.", content: `<p>Sleeve, patches, glue, sliders, needle and thread.</p>`,
		},
	}
}
