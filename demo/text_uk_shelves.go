package main

// ukrainianShelves returns the Ukrainian words of products of the shelves that were added to the shop later.
func ukrainianShelves() map[int64]text {
	return map[int64]text{
		categorySleeping: {title: "Спальники й килимки", menu: "Сон", alias: "son", description: "Спальники, килимки та подушка", intro: "Вісім годин ночі – третина подорожі.", content: `<p>Який спальник достатньо теплий? Перша межа – комфорт: за неї тепло й тому, хто легко мерзне.</p>`},
		304:              {title: "Спальник Drowsy Owl -5", alias: "drowsy-owl-minus-5", description: "Пуховий спальник до мінус 5 градусів", intro: "У ньому спить більшість наших покупців.", content: `<p>520 г пуху, 700 cuin. Комфорт до мінус 5 °C. Блискавка підходить з обох боків: з двох спальників виходить один.</p>`},
		305:              {title: "Спальник Drowsy Owl +5", alias: "drowsy-owl-plus-5", description: "Легкий пуховий спальник на літо", intro: "Складений – як буханець хліба.", content: `<p>280 г пуху, 700 cuin. Комфорт до плюс 5 °C. Розкривається як ковдра.</p>`},
		307:              {title: "Дитячий спальник Dormouse", alias: "dormouse", description: "Спальник для дітей до 140 см", intro: "Росте разом із дитиною.", content: `<p>Синтетика, можна прати в машині за 30 °C. Комфорт до плюс 3 °C.</p>`},
		308:              {title: "Килимок Raft", alias: "raft", description: "Надувний килимок, R 4,2", intro: "Чотирнадцять видихів – і він повний.", content: `<p>R 4,2, 183 на 56 см, завтовшки 8 см.</p>`},
		310:              {title: "Килимок Plank", alias: "plank", description: "Пінний килимок, R 2,0", intro: "Не може спустити.", content: `<p>R 2,0, складається гармошкою.</p>`},
		311:              {title: "Подушка Puff", alias: "puff", description: "Надувна подушка, 80 грамів", intro: "Три видихи.", content: `<p>Бавовняний чохол знімається для прання.</p>`},

		categoryClothing: {title: "Одяг", alias: "odiah", description: "Від дощу й холоду", intro: "Мала колекція, що служить довго.", content: `<p>Розміри від XS до XXL коштують однаково.</p>`},
		313:              {title: "Куртка Drizzle", alias: "drizzle", description: "Куртка від дощу, 20 000 мм", intro: "Три шари, дві кишені, один капюшон.", content: `<p>Без PFAS.</p>`},
		315:              {title: "Сорочка Thrush", alias: "thrush", description: "Сорочка з мериносової вовни", intro: "П'ять днів без прання.", content: `<p>Меринос, 150 г/м².</p>`},
		317:              {title: "Шапка Magpie", alias: "magpie", description: "Шапка з мериносової вовни", intro: "Закриває вуха.", content: `<p>Два шари мериноса, один розмір.</p>`},
		321:              {title: "Пухова куртка Badger", alias: "badger", description: "Пухова куртка, 360 грамів", intro: "Складається у власну кишеню.", content: `<p>140 г пуху, 800 cuin. Не для дощу.</p>`},

		categoryKitchen: {title: "Похідна кухня", menu: "Кухня", alias: "kukhnia", description: "Казанки, кухлі, пляшки та фільтр", intro: "Усе, крім юшки.", content: `<p>Усі казанки стають на <a href="[~218~]">Ember</a>.</p>`},
		322:             {title: "Казанок 0.9", alias: "kazanok-0-9", description: "Титановий казанок, 0,9 літра", intro: "Каша на одного або чай на трьох.", content: `<p>Титан. Усередину поміщається балон на 230 г.</p>`},
		324:             {title: "Ложка-виделка", alias: "lozhka-vydelka", description: "Ложка й виделка з титану", intro: "Те, що гублять найчастіше.", content: `<p>17 г, 20 см завдовжки.</p>`},
		326:             {title: "Пляшка 1.0", alias: "pliashka-1-0", description: "Сталева пляшка, 1 літр", intro: "З однією стінкою, тож може стояти в жару.", content: `<p>Нержавна сталь.</p>`},
		328:             {title: "Фільтр для води Spring", alias: "filtr-spring", description: "Фільтр для води з помпою", intro: "Літр чистої води за хвилину.", content: `<p>Вистачає на 4000 літрів. Не можна заморожувати.</p>`},

		categoryRepair: {title: "Ремонт і запчастини", menu: "Ремонт", alias: "remont", description: "Частини, які загубили б і ми", intro: "Щоб служило довше.", content: `<p>Що ремонтуємо ми: <a href="[~243~]">Повернення та ремонт</a>.</p>`},
		331:            {title: "Гільза для дуги", alias: "hilza", description: "Гільза для зламаних дуг", intro: "Десять сантиметрів, що рятують відпустку.", content: `<p>Для дуг від 8 до 9,5 мм.</p>`},
		332:            {title: "Кілки, 8 штук", alias: "kilky", description: "Вісім алюмінієвих кілків", intro: "Помаранчеві, бо зелені лишаються в траві.", content: `<p>18 см завдовжки, по 12 г.</p>`},
		334:            {title: "Латки", alias: "latky", description: "Шість самоклейних латок", intro: "Почистити, приклеїти, притиснути, зачекати годину.", content: `<p>Для наметів, курток і килимків.</p>`},
	}
}

// ukrainianJournal returns the Ukrainian words of news and of the questions that customers ask.
func ukrainianJournal() map[int64]text {
	return map[int64]text{
		pageNews: {title: "Новини", alias: "novyny", description: "Що нового в майстерні", intro: "Коротко й зрідка.", content: `[[DocLister? &tvList=` + "`news_date`" + `]]`},
		343:      {title: "Намет Heron 2 уже тут", alias: "heron-2-tut", description: "Намет для двох", intro: "Два роки роботи, 1980 грамів.", content: `<p>Від сьогодні <a href="[~210~]">Heron 2</a> у продажу.</p>`},
		345:      {title: "Відкликання: пальники Ember партії 2504", alias: "vidklykannia-ember", description: "Не користуйтеся пальниками цієї партії", intro: "Не користуйтеся пальниками Ember з номером 2504.", content: `<p>Клапан 212 пальників може протікати. Номер 2504 стоїть на дні. Надішліть його нам: пересилання оплачуємо ми, новий отримаєте за п'ять днів.</p>`},
		347:      {title: "Доставляємо в Україну", alias: "dostavliaiemo-v-ukrainu", description: "Поштою, за 8–12 днів", intro: "Посилки в Україну вирушають щосереди.", content: `<p>Скільки коштує: <a href="[~242~]">Доставка</a>. Дров'яні печі надіслати не можемо.</p>`},
		351:      {title: "Glow 600 для темних місяців", alias: "glow-600-novyna", description: "Налобний ліхтар на зиму", intro: "600 люменів.", content: `<p>За старий Glow 150 даємо 15 € до кінця року.</p>`},
		355:      {title: "Бавовна замість пластику", alias: "bavovna", description: "Нові торбинки", intro: "Посилки тепер у бавовняних торбинках.", content: `<p>Це заощаджує 380 кг пластику на рік.</p>`},

		pageAnswers: {title: "Запитання та відповіді", menu: "Запитання", alias: "zapytannia", description: "Про що питають покупці", intro: "Про що нас питають щотижня.", content: `[[DLMenu]]`},
		374:         {title: "Як оплатити?", alias: "oplata", content: `<p>Карткою, банківським переказом або готівкою в майстерні. Післяплати немає.</p>`},
		378:         {title: "Як прати спальник?", alias: "yak-praty-spalnyk", content: `<p>Пуховий: руками або у великому барабані, 30 °C, із засобом для пуху, потім три години в сушарці з двома тенісними м'ячами. <a href="[~507~]">Dormouse</a>: у машині.</p>`},
		381:         {title: "Який газ підходить до Ember?", alias: "yakyi-haz", content: `<p>Балони з різьбою за стандартом EN 417.</p>`},
		382:         {title: "Чи купуєте ви старе спорядження?", alias: "vykup", content: `<p>Так, наші намети й рюкзаки, не старші за вісім років, за чверть ціни.</p>`},
	}
}
