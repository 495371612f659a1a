package oauth

import (
	"golang.org/x/text/language"

	"emcp/internal/fault"
)

// words are the texts of the pages in one language.
type words struct {
	Language string

	SignInTitle, SignInFor, SignInHelp, TokenLabel, SignIn string
	NotKnown, NoLonger, Blocked, NotForServer, NoRight     string
	Or, SignInWith, NotBegun, NotConfirmed, NoAccount      string // SignInWith and NotConfirmed have %s for the name of the provider

	ConsentTitle, Asks, NoName, Unverified, KnownBy, CodeGoesTo, Server, Will string
	SeesPublic, SeesManager, SeesMember, Drafts                               string
	Scopes, Until, UntilMore, Caution, Allow, Deny, SignedInAs, SignOut       string

	ConnectionsTitle, NoConnections, Connected, LastUse, Ends, Revoke, View string

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

// languages returns the language tags of the pages.
func languages() []string {
	var tags []string
	for _, w := range languagesInOrder {
		tags = append(tags, w.Language)
	}
	return tags
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
	SignInFor:    "To connect an assistant with",
	SignInHelp:   "Paste a token of emcp, or your personal token from Evolution's manager. It begins with emcp_. The assistant does not get the token.",
	TokenLabel:   "Token",
	SignIn:       "Sign in",
	NotKnown:     "This token is not known here. Check it for missing characters, or ask the site's owner for one.",
	NoLonger:     "This token has expired or has been revoked. Get a new one.",
	Blocked:      "The owner of this token is blocked in the site's manager, or has no role there.",
	NotForServer: "This token is not for this server.",
	NoRight:      "The owner of this token may not use emcp. The site's owner can allow it in the manager.",
	Or:           "or",
	SignInWith:   "Sign in with %s",
	NotBegun:     "This sign-in was not begun in this browser, or took longer than ten minutes. Allow cookies for this site and begin again.",
	NotConfirmed: "You are not signed in, because %s has not confirmed it.",
	NoAccount:    "This account may not use emcp here. The site's owner can allow it. An e-mail address counts only if the provider has verified it.",

	ConsentTitle: "Allow access?",
	Asks:         "asks for access to",
	NoName:       "A program without a name",
	Unverified:   "This program has registered itself. Nobody has checked its name.",
	KnownBy:      "The program belongs to",
	CodeGoesTo:   "After you allow it, you go on to",
	Server:       "Address",
	Will:         "It will read",
	SeesPublic:   "what every visitor of the site can read.",
	SeesManager:  "everything on the site that the manager shows.",
	SeesMember:   "what Evolution's manager shows you.",
	Drafts:       "This includes drafts, private pages, and pages before and after their dates. It may include e-mail addresses of users.",
	Scopes:       "Scopes",
	Until:        "The access ends on",
	UntilMore:    "or earlier, when you end it, or when your token or account ends. It cannot change anything on the site.",
	Caution:      "Allow this only if you have just connected this assistant yourself.",
	Allow:        "Allow",
	Deny:         "Do not allow",
	SignedInAs:   "Signed in as",
	SignOut:      "Sign out",

	ConnectionsTitle: "Connected assistants",
	NoConnections:    "You have not connected an assistant.",
	Connected:        "Connected",
	LastUse:          "Last use",
	Ends:             "Ends",
	Revoke:           "End access",
	View:             "View",

	WrongTitle:  "This did not work",
	WrongHelp:   "Go back to the assistant and connect again. If that does not help, show this page to the site's owner.",
	TooMany:     "There were too many attempts. Wait a minute and try again.",
	Unavailable: "emcp cannot answer at the moment. Try again later.",
	ForeignForm: "This form is not from this page, or it is too old. Allow cookies for this site, go back and load the page again.",
}

var german = words{
	Language: "de",

	SignInTitle:  "Anmelden",
	SignInFor:    "Um einen Assistenten zu verbinden mit",
	SignInHelp:   "Fügen Sie ein Token von emcp ein, oder Ihr persönliches Token aus dem Manager von Evolution. Es beginnt mit emcp_. Der Assistent erhält das Token nicht.",
	TokenLabel:   "Token",
	SignIn:       "Anmelden",
	NotKnown:     "Dieses Token ist hier nicht bekannt. Prüfen Sie, ob Zeichen fehlen, oder bitten Sie den Inhaber der Website um eines.",
	NoLonger:     "Dieses Token ist abgelaufen oder wurde widerrufen. Besorgen Sie sich ein neues.",
	Blocked:      "Der Besitzer dieses Tokens ist im Manager der Website gesperrt oder hat dort keine Rolle.",
	NotForServer: "Dieses Token gilt nicht für diesen Server.",
	NoRight:      "Der Besitzer dieses Tokens darf emcp nicht benutzen. Der Inhaber der Website kann es im Manager erlauben.",
	Or:           "oder",
	SignInWith:   "Mit %s anmelden",
	NotBegun:     "Diese Anmeldung wurde nicht in diesem Browser begonnen oder hat länger als zehn Minuten gedauert. Erlauben Sie Cookies für diese Website und beginnen Sie noch einmal.",
	NotConfirmed: "Sie sind nicht angemeldet, weil %s es nicht bestätigt hat.",
	NoAccount:    "Dieses Konto darf emcp hier nicht benutzen. Der Inhaber der Website kann es erlauben. Eine E-Mail-Adresse zählt nur, wenn der Anbieter sie geprüft hat.",

	ConsentTitle: "Zugriff erlauben?",
	Asks:         "bittet um Zugriff auf",
	NoName:       "Ein Programm ohne Namen",
	Unverified:   "Dieses Programm hat sich selbst registriert. Niemand hat seinen Namen geprüft.",
	KnownBy:      "Das Programm gehört zu",
	CodeGoesTo:   "Wenn Sie es erlauben, geht es weiter zu",
	Server:       "Adresse",
	Will:         "Es wird lesen",
	SeesPublic:   "was alle Besucher der Website lesen können.",
	SeesManager:  "alles auf der Website, was der Manager zeigt.",
	SeesMember:   "was der Manager von Evolution Ihnen zeigt.",
	Drafts:       "Dazu gehören Entwürfe, private Seiten und Seiten vor und nach ihrem Zeitraum, möglicherweise auch E-Mail-Adressen von Benutzern.",
	Scopes:       "Berechtigungen",
	Until:        "Der Zugriff endet am",
	UntilMore:    "oder früher, wenn Sie ihn beenden oder Ihr Token oder Konto endet. Er kann nichts an der Website ändern.",
	Caution:      "Erlauben Sie dies nur, wenn Sie diesen Assistenten gerade selbst verbunden haben.",
	Allow:        "Erlauben",
	Deny:         "Nicht erlauben",
	SignedInAs:   "Angemeldet als",
	SignOut:      "Abmelden",

	ConnectionsTitle: "Verbundene Assistenten",
	NoConnections:    "Sie haben keinen Assistenten verbunden.",
	Connected:        "Verbunden",
	LastUse:          "Zuletzt benutzt",
	Ends:             "Endet",
	Revoke:           "Zugriff beenden",
	View:             "Sicht",

	WrongTitle:  "Das hat nicht geklappt",
	WrongHelp:   "Gehen Sie zum Assistenten zurück und verbinden Sie ihn noch einmal. Hilft das nicht, zeigen Sie diese Seite dem Inhaber der Website.",
	TooMany:     "Es gab zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.",
	Unavailable: "emcp kann gerade nicht antworten. Versuchen Sie es später noch einmal.",
	ForeignForm: "Dieses Formular stammt nicht von dieser Seite oder ist zu alt. Erlauben Sie Cookies für diese Website, gehen Sie zurück und laden Sie die Seite neu.",
}

var ukrainian = words{
	Language: "uk",

	SignInTitle:  "Вхід",
	SignInFor:    "Щоб під’єднати асистента до",
	SignInHelp:   "Вставте токен emcp або свій особистий токен із менеджера Evolution. Він починається з emcp_. Асистент не отримає цього токена.",
	TokenLabel:   "Токен",
	SignIn:       "Увійти",
	NotKnown:     "Цей токен тут невідомий. Перевірте, чи не бракує символів, або попросіть токен у власника сайту.",
	NoLonger:     "Строк дії цього токена минув, або його відкликано. Отримайте новий.",
	Blocked:      "Власника цього токена заблоковано в менеджері сайту, або він не має там ролі.",
	NotForServer: "Цей токен не для цього сервера.",
	NoRight:      "Власник цього токена не має права користуватися emcp. Власник сайту може дозволити це в менеджері.",
	Or:           "або",
	SignInWith:   "Увійти через %s",
	NotBegun:     "Цей вхід почато не в цьому браузері, або він тривав понад десять хвилин. Дозвольте cookie для цього сайту й почніть знову.",
	NotConfirmed: "Ви не ввійшли, бо %s цього не підтвердив.",
	NoAccount:    "Цей обліковий запис не має права користуватися emcp тут. Власник сайту може дозволити це. Адреса електронної пошти враховується, лише якщо постачальник її перевірив.",

	ConsentTitle: "Дозволити доступ?",
	Asks:         "просить доступ до",
	NoName:       "Програма без назви",
	Unverified:   "Ця програма зареєструвалася сама. Її назву ніхто не перевіряв.",
	KnownBy:      "Програма належить до",
	CodeGoesTo:   "Після дозволу ви перейдете до",
	Server:       "Адреса",
	Will:         "Вона читатиме",
	SeesPublic:   "те, що може прочитати кожен відвідувач сайту.",
	SeesManager:  "усе на сайті, що показує менеджер.",
	SeesMember:   "те, що менеджер Evolution показує вам.",
	Drafts:       "Це охоплює чернетки, приватні сторінки та сторінки до й після строку публікації, можливо, також адреси електронної пошти користувачів.",
	Scopes:       "Права",
	Until:        "Доступ завершиться",
	UntilMore:    "або раніше, якщо ви його припините чи ваш токен або обліковий запис перестане діяти. Він не може нічого змінити на сайті.",
	Caution:      "Дозволяйте це, лише якщо ви щойно самі під’єднали цього асистента.",
	Allow:        "Дозволити",
	Deny:         "Не дозволяти",
	SignedInAs:   "Ви увійшли як",
	SignOut:      "Вийти",

	ConnectionsTitle: "Під’єднані асистенти",
	NoConnections:    "Ви не під’єднали жодного асистента.",
	Connected:        "Під’єднано",
	LastUse:          "Останнє використання",
	Ends:             "Завершується",
	Revoke:           "Припинити доступ",
	View:             "Вигляд",

	WrongTitle:  "Не вдалося",
	WrongHelp:   "Поверніться до асистента й під’єднайте його ще раз. Якщо це не допоможе, покажіть цю сторінку власникові сайту.",
	TooMany:     "Забагато спроб. Зачекайте хвилину й спробуйте ще раз.",
	Unavailable: "Зараз emcp не може відповісти. Спробуйте пізніше.",
	ForeignForm: "Ця форма не з цієї сторінки або застаріла. Дозвольте cookie для цього сайту, поверніться й перезавантажте сторінку.",
}
