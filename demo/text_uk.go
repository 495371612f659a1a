package main

// ukrainian returns the Ukrainian words of the few documents that have been translated.
func ukrainian() map[int64]text {
	return map[int64]text{
		homePage: {
			title: "Mossgate Outdoor українською", menu: "Українська", alias: "uk",
			description: "Намети, рюкзаки, пальники та ліхтарі з маленької майстерні",
			intro:       "Спорядження для тих, хто йде повільно і роздивляється довкола.",
			content: `<p>Ми шиємо намети й рюкзаки в маленькій майстерні біля річки і ремонтуємо те, що пошили.</p>
<p>Частина <a href="[~202~]">крамниці</a> вже перекладена; решта є <a href="[~2~]">англійською</a> та <a href="[~102~]">німецькою</a>.</p>`,
		},
		40: {
			title: "Про нас", alias: "pro-nas", description: "Хто ми і де шиємо",
			intro:   "Семеро людей, дев'ять швейних машин, одна річка.",
			content: `<p>Петра Моссґейт пошила свій перший намет у 1998 році, бо куплений протікав.</p>`,
		},
		pageHelp: {
			title: "Допомога", alias: "dopomoha", description: "Доставка", intro: "Як отримати замовлення.",
			content: `[[DLMenu]]`,
		},
		42: {
			title: "Доставка", alias: "dostavka", description: "Скільки коштує і як довго триває",
			intro:   "14,90 € до України, від 8 до 12 днів.",
			content: `<p>Доставка до України коштує 14,90 € і триває від 8 до 12 днів. Для замовлень понад 100 € вона безкоштовна.</p>`,
		},
	}
}
