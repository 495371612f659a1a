package main

// ukrainianShop returns the Ukrainian words of the first shelves of the shop.
func ukrainianShop() map[int64]text {
	return map[int64]text{
		pageShop: {
			title: "Крамниця", alias: "kramnytsia", description: "Усе, що ми шиємо", intro: "Частина того, що ми шиємо.",
			content: `[[DLMenu]]<p>Питання про доставку? Дивіться <a href="[~242~]">Доставка</a>.</p>`,
		},
		categoryTents: {title: "Намети й тенти", menu: "Намети", alias: "namety", description: "Для однієї та двох людей", intro: "Від дощу й вітру.", content: `<p>Кожен намет ми ставимо один раз, перш ніж він вирушить до вас.</p>`},
		10: {
			title: "Heron 2", alias: "heron-2", description: "Самостійний намет для двох", intro: "Намет, який купують найчастіше: два входи, менше двох кілограмів.",
			content: `<p>Heron 2 стоїть без жодного кілка. Дві людини, 1980 г, чотири хвилини на встановлення.</p>`,
		},
		11: {title: "Wren 1", alias: "wren-1", description: "Намет для однієї людини", intro: "Намет, що поміщається в кишеню для пляшки.", content: `<p>Ставиться на трекінгову палицю й шість кілків. Одна людина, 1140 г.</p>`},
		13: {title: "Тент Sparrow", alias: "sparrow", description: "Тент, 3 на 3 метри", intro: "Три на три метри даху.", content: `<p>Шістнадцять петель: дах для кухні, стіна від вітру або тамбур для намету <a href="[~210~]">Heron 2</a>.</p>`},

		categoryPacks: {title: "Рюкзаки й сумки", menu: "Рюкзаки", alias: "riukzaky", description: "Від 22 до 55 літрів", intro: "Рюкзаки, що майже несуть себе самі.", content: `<p>Спершу оберіть довжину спини, а потім об'єм.</p>`},
		14:            {title: "Ridge 55", alias: "ridge-55", description: "Трекінговий рюкзак, 55 літрів", intro: "На тиждень у дорозі.", content: `<p>Рама згинається разом із вами й переносить вагу на стегна. Чохол від дощу в комплекті.</p>`},
		16:            {title: "Day Lark 22", alias: "day-lark-22", description: "Рюкзак на день, 22 літри", intro: "Для дитячих речей, бутербродів і куртки.", content: `<p>Одна велика кишеня, одна маленька.</p>`},

		categoryStoves: {title: "Пальники", alias: "palnyky", description: "Газ", intro: "Для кави на світанку.", content: `<p>Газові балони поштою не надсилаємо.</p>`},
		18:             {title: "Пальник Ember", alias: "ember", description: "Газовий пальник, 95 грамів", intro: "Пів літра води закипає за дві з половиною хвилини.", content: `<p>Підходить до кожного балона з різьбою за стандартом EN 417.</p>`},

		categoryLights: {title: "Ліхтарі", alias: "likhtari", description: "Налобні ліхтарі", intro: "Світло на останній кілометр.", content: `<p>Усі ліхтарі заряджаються через USB-C.</p>`},
		22:             {title: "Glow 300", alias: "glow-300", description: "Налобний ліхтар, 300 люменів", intro: "Малий, легкий, одна кнопка.", content: `<p>Сорок годин на слабкому світлі, п'ять на сильному.</p>`},
		23:             {title: "Glow 600", alias: "glow-600", description: "Налобний ліхтар, 600 люменів", intro: "Для зими, коли о четвертій темно.", content: `<p>Акумулятор на потилиці, а в мороз під курткою.</p>`},
		41: {
			title: "Контакти", alias: "kontakty", description: "Телефон, пошта й майстерня", intro: "Відповідаємо впродовж двох робочих днів.",
			content: `<p>Телефон +44 1632 960 042, vitannia@mossgate.example</p>{{hours-uk}}`,
		},
		43: {
			title: "Повернення та ремонт", alias: "povernennia", description: "Тридцять днів на повернення, десять років ремонту", intro: "Тридцять днів, щоб передумати.",
			content: `<p>Надішліть назад невикористане впродовж 30 днів. Гроші повертаємо за тиждень; пересилання оплачуєте ви.</p><p>Десять років ми ремонтуємо те, що пошили.</p>`,
		},
	}
}
