package oauth

import (
	"errors"

	"golang.org/x/text/language"

	"emcp/internal/auth"
	"emcp/internal/fault"
)

// words are the texts of the pages in one language.
type words struct {
	Language string

	SignInTitle, TokenLabel, SignIn                    string
	ToConnect, ToSee                                   string // why somebody signs in; the name of the site follows
	FromOwner, FromManager, FromEither, TokenStays     string // where a token comes from
	NotKnown, NoLonger, Blocked, NotForServer, NoRight string
	// SignInWith and NotConfirmed have %s for the name of the provider
	Or, SignInWith, NotBegun, NotConfirmed, NoAccount string

	ConsentTitle, Asks, NoName, Unverified, CodeGoesTo, Caution, Allow, Deny string
	SeesPublic, SeesManager, SeesMember, Drafts                              string
	Until, UntilMore, ReadsOnly, Writes, Server                              string
	SignedInAs, WithToken, WithPersonal, SignOut                             string

	ConnectionsTitle, NoConnections, NameUnchecked, BelongsTo, WentOnTo string
	Sees, ListPublic, ListManager, ListMember                           string
	Connected, LastUse, Ends, Revoke                                    string

	WrongTitle, WrongHelp, TooMany, Unavailable, ForeignForm string
}

// languagesInOrder are the languages of the pages. The first is the default.
var languagesInOrder = []words{english, german, ukrainian}

var matcher = language.NewMatcher([]language.Tag{language.English, language.German, language.Ukrainian})

// maxLanguages bounds how much of the header Accept-Language is read, in bytes.
const maxLanguages = 200

// wordsFor returns the texts in the language that a browser prefers (RFC 9110, Accept-Language).
func wordsFor(accept string) words {
	if len(accept) > maxLanguages {
		accept = ""
	}
	_, i := language.MatchStrings(matcher, accept)
	return languagesInOrder[i]
}

// LanguageFor returns the code of the language of the pages that a browser prefers: en, de or uk.
func LanguageFor(accept string) string { return wordsFor(accept).Language }

// languages returns the language tags of the pages.
func languages() []string {
	var tags []string
	for _, w := range languagesInOrder {
		tags = append(tags, w.Language)
	}
	return tags
}

// tokenHelp says where people get a token: from the owner, who has put it into the configuration, or as a personal
// token. It is empty if nobody can sign in with a token.
func (w words) tokenHelp(configured, personal bool) string {
	switch {
	case configured && personal:
		return w.FromEither
	case configured:
		return w.FromOwner
	case personal:
		return w.FromManager
	}
	return ""
}

// refusal says why a token is not accepted.
func (w words) refusal(err error) string {
	if isUnknown(err) {
		return w.NotKnown
	}
	switch fault.From(err).Kind {
	case fault.InvalidToken:
		return w.NoLonger
	case fault.UserBlocked, fault.UserHasNoRole:
		return w.Blocked
	case fault.ServerDenied:
		return w.NotForServer
	}
	return w.NoRight
}

var english = words{
	Language: "en",

	SignInTitle:  "Sign in",
	ToConnect:    "To connect an assistant with",
	ToSee:        "To see which assistants are connected with",
	FromOwner:    "You get a token from the site's owner.",
	FromManager:  "Create a personal token in Evolution's manager; it begins with emcp_.",
	FromEither:   "You get a token from the site's owner, or create a personal one in Evolution's manager.",
	TokenStays:   "The assistant does not get the token.",
	TokenLabel:   "Token",
	SignIn:       "Sign in",
	NotKnown:     "This token is not known here. Check it for missing characters, or ask the site's owner for one.",
	NoLonger:     "This token has expired or has been revoked. Get a new one.",
	Blocked:      "The owner of this token is blocked in the site's manager, or has no role there.",
	NotForServer: "This token is not for this server.",
	NoRight:      "The owner of this token may not use emcp. The site's owner can allow it in the manager.",
	Or:           "or",
	SignInWith:   "Sign in with %s",
	NotBegun: "This sign-in was not begun in this browser, or took longer than ten minutes. Allow cookies for this " +
		"site and begin again.",
	NotConfirmed: "You are not signed in, because %s has not confirmed it.",
	NoAccount: "This account may not use emcp here. The site's owner can allow it. An e-mail address counts only if " +
		"the provider has verified it.",

	ConsentTitle: "Allow access?",
	Asks:         "asks for access to",
	NoName:       "A program without a name",
	Unverified:   "This program has registered itself. Nobody has checked its name.",
	CodeGoesTo:   "After you allow it, you go on to",
	SeesPublic:   "It sees what visitors of the site see.",
	SeesManager:  "It sees everything that the manager shows.",
	SeesMember:   "It sees what the manager shows you.",
	Drafts:       "That includes drafts and private pages, and may include e-mail addresses of users.",
	Caution:      "Allow this only if you have just connected this assistant yourself.",
	Allow:        "Allow",
	Deny:         "Do not allow",
	Until:        "The access ends on",
	UntilMore:    "or earlier, when you end it, or when your token or account ends.",
	ReadsOnly:    "It cannot change anything.",
	Writes:       "It can also use tools that change something.",
	Server:       "Address",
	SignedInAs:   "Signed in as",
	WithToken:    "Signed in with the token",
	WithPersonal: "Signed in with a personal token of the user",
	SignOut:      "Sign out",

	ConnectionsTitle: "Connected assistants",
	NoConnections:    "You have not connected an assistant.",
	NameUnchecked:    "Nobody has checked this name.",
	BelongsTo:        "Belongs to",
	WentOnTo:         "Connected through",
	Sees:             "Sees",
	ListPublic:       "what visitors see",
	ListManager:      "what the manager shows",
	ListMember:       "what the manager shows you",
	Connected:        "Connected",
	LastUse:          "Last use",
	Ends:             "Ends",
	Revoke:           "End access",

	WrongTitle:  "This did not work",
	WrongHelp:   "Go back to the assistant and connect again. If that does not help, show this page to the site's owner.",
	TooMany:     "There were too many attempts. Wait a minute and try again.",
	Unavailable: "emcp cannot answer at the moment. Try again later.",
	ForeignForm: "This form is not from this page, or it is too old. Allow cookies for this site, go back and load the " +
		"page again.",
}

var german = words{
	Language: "de",

	SignInTitle: "Anmelden",
	ToConnect:   "Um einen Assistenten zu verbinden mit",
	ToSee:       "Um zu sehen, welche Assistenten verbunden sind mit",
	FromOwner:   "Ein Token bekommen Sie vom Inhaber der Website.",
	FromManager: "Erstellen Sie im Manager von Evolution ein persönliches Token; es beginnt mit emcp_.",
	FromEither: "Ein Token bekommen Sie vom Inhaber der Website, oder Sie erstellen im Manager von Evolution ein " +
		"persönliches.",
	TokenStays: "Der Assistent erhält das Token nicht.",
	TokenLabel: "Token",
	SignIn:     "Anmelden",
	NotKnown: "Dieses Token ist hier nicht bekannt. Prüfen Sie, ob Zeichen fehlen, oder bitten Sie den Inhaber der " +
		"Website um eines.",
	NoLonger:     "Dieses Token ist abgelaufen oder wurde widerrufen. Besorgen Sie sich ein neues.",
	Blocked:      "Der Besitzer dieses Tokens ist im Manager der Website gesperrt oder hat dort keine Rolle.",
	NotForServer: "Dieses Token gilt nicht für diesen Server.",
	NoRight: "Der Besitzer dieses Tokens darf emcp nicht benutzen. Der Inhaber der Website kann es im Manager " +
		"erlauben.",
	Or:         "oder",
	SignInWith: "Mit %s anmelden",
	NotBegun: "Diese Anmeldung wurde nicht in diesem Browser begonnen oder hat länger als zehn Minuten gedauert. " +
		"Erlauben Sie Cookies für diese Website und beginnen Sie noch einmal.",
	NotConfirmed: "Sie sind nicht angemeldet, weil %s es nicht bestätigt hat.",
	NoAccount: "Dieses Konto darf emcp hier nicht benutzen. Der Inhaber der Website kann es erlauben. Eine " +
		"E-Mail-Adresse zählt nur, wenn der Anbieter sie geprüft hat.",

	ConsentTitle: "Zugriff erlauben?",
	Asks:         "bittet um Zugriff auf",
	NoName:       "Ein Programm ohne Namen",
	Unverified:   "Dieses Programm hat sich selbst registriert. Niemand hat seinen Namen geprüft.",
	CodeGoesTo:   "Wenn Sie es erlauben, geht es weiter zu",
	SeesPublic:   "Es sieht, was Besucher der Website sehen.",
	SeesManager:  "Es sieht alles, was der Manager zeigt.",
	SeesMember:   "Es sieht, was der Manager Ihnen zeigt.",
	Drafts:       "Dazu gehören Entwürfe und private Seiten, möglicherweise auch E-Mail-Adressen von Benutzern.",
	Caution:      "Erlauben Sie dies nur, wenn Sie diesen Assistenten gerade selbst verbunden haben.",
	Allow:        "Erlauben",
	Deny:         "Nicht erlauben",
	Until:        "Der Zugriff endet am",
	UntilMore:    "oder früher, wenn Sie ihn beenden oder Ihr Token oder Konto endet.",
	ReadsOnly:    "Er kann nichts ändern.",
	Writes:       "Er erlaubt auch Werkzeuge, die etwas ändern.",
	Server:       "Adresse",
	SignedInAs:   "Angemeldet als",
	WithToken:    "Angemeldet mit dem Token",
	WithPersonal: "Angemeldet mit einem persönlichen Token des Benutzers",
	SignOut:      "Abmelden",

	ConnectionsTitle: "Verbundene Assistenten",
	NoConnections:    "Sie haben keinen Assistenten verbunden.",
	NameUnchecked:    "Niemand hat diesen Namen geprüft.",
	BelongsTo:        "Gehört zu",
	WentOnTo:         "Verbunden über",
	Sees:             "Sieht",
	ListPublic:       "was Besucher sehen",
	ListManager:      "was der Manager zeigt",
	ListMember:       "was der Manager Ihnen zeigt",
	Connected:        "Verbunden",
	LastUse:          "Zuletzt benutzt",
	Ends:             "Endet",
	Revoke:           "Zugriff beenden",

	WrongTitle: "Das hat nicht geklappt",
	WrongHelp: "Gehen Sie zum Assistenten zurück und verbinden Sie ihn noch einmal. Hilft das nicht, zeigen Sie diese " +
		"Seite dem Inhaber der Website.",
	TooMany:     "Es gab zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.",
	Unavailable: "emcp kann gerade nicht antworten. Versuchen Sie es später noch einmal.",
	ForeignForm: "Dieses Formular stammt nicht von dieser Seite oder ist zu alt. Erlauben Sie Cookies für diese " +
		"Website, gehen Sie zurück und laden Sie die Seite neu.",
}

var ukrainian = words{
	Language: "uk",

	SignInTitle:  "Вхід",
	ToConnect:    "Щоб під’єднати асистента до",
	ToSee:        "Щоб побачити, яких асистентів під’єднано до",
	FromOwner:    "Токен можна отримати у власника сайту.",
	FromManager:  "Створіть особистий токен у менеджері Evolution; він починається з emcp_.",
	FromEither:   "Токен можна отримати у власника сайту або створити особистий у менеджері Evolution.",
	TokenStays:   "Асистент не отримає цього токена.",
	TokenLabel:   "Токен",
	SignIn:       "Увійти",
	NotKnown:     "Цей токен тут невідомий. Перевірте, чи не бракує символів, або попросіть токен у власника сайту.",
	NoLonger:     "Строк дії цього токена минув, або його відкликано. Отримайте новий.",
	Blocked:      "Власника цього токена заблоковано в менеджері сайту, або він не має там ролі.",
	NotForServer: "Цей токен не для цього сервера.",
	NoRight:      "Власник цього токена не має права користуватися emcp. Власник сайту може дозволити це в менеджері.",
	Or:           "або",
	SignInWith:   "Увійти через %s",
	NotBegun: "Цей вхід почато не в цьому браузері, або він тривав понад десять хвилин. Дозвольте cookie для цього " +
		"сайту й почніть знову.",
	NotConfirmed: "Ви не ввійшли, бо %s цього не підтвердив.",
	NoAccount: "Цей обліковий запис не має права користуватися emcp тут. Власник сайту може дозволити це. Адреса " +
		"електронної пошти враховується, лише якщо постачальник її перевірив.",

	ConsentTitle: "Дозволити доступ?",
	Asks:         "просить доступ до",
	NoName:       "Програма без назви",
	Unverified:   "Ця програма зареєструвалася сама. Її назву ніхто не перевіряв.",
	CodeGoesTo:   "Після дозволу ви перейдете до",
	SeesPublic:   "Вона бачить те, що бачать відвідувачі сайту.",
	SeesManager:  "Вона бачить усе, що показує менеджер.",
	SeesMember:   "Вона бачить те, що менеджер показує вам.",
	Drafts:       "Це охоплює чернетки й приватні сторінки, можливо, також адреси електронної пошти користувачів.",
	Caution:      "Дозволяйте це, лише якщо ви щойно самі під’єднали цього асистента.",
	Allow:        "Дозволити",
	Deny:         "Не дозволяти",
	Until:        "Доступ завершиться",
	UntilMore:    "або раніше, якщо ви його припините чи ваш токен або обліковий запис перестане діяти.",
	ReadsOnly:    "Він не дає нічого змінити.",
	Writes:       "Він також дає змогу користуватися інструментами, які щось змінюють.",
	Server:       "Адреса",
	SignedInAs:   "Ви увійшли як",
	WithToken:    "Ви увійшли з токеном",
	WithPersonal: "Ви увійшли з особистим токеном користувача",
	SignOut:      "Вийти",

	ConnectionsTitle: "Під’єднані асистенти",
	NoConnections:    "Ви не під’єднали жодного асистента.",
	NameUnchecked:    "Цю назву ніхто не перевіряв.",
	BelongsTo:        "Належить до",
	WentOnTo:         "Під’єднано через",
	Sees:             "Бачить",
	ListPublic:       "те, що бачать відвідувачі",
	ListManager:      "те, що показує менеджер",
	ListMember:       "те, що менеджер показує вам",
	Connected:        "Під’єднано",
	LastUse:          "Останнє використання",
	Ends:             "Завершується",
	Revoke:           "Припинити доступ",

	WrongTitle: "Не вдалося",
	WrongHelp: "Поверніться до асистента й під’єднайте його ще раз. Якщо це не допоможе, покажіть цю сторінку " +
		"власникові сайту.",
	TooMany:     "Забагато спроб. Зачекайте хвилину й спробуйте ще раз.",
	Unavailable: "Зараз emcp не може відповісти. Спробуйте пізніше.",
	ForeignForm: "Ця форма не з цієї сторінки або застаріла. Дозвольте cookie для цього сайту, поверніться й " +
		"перезавантажте сторінку.",
}

// isUnknown reports whether the error means that the token is unknown here.
func isUnknown(err error) bool { return errors.Is(err, auth.ErrUnknown) }
