package words

import "strings"

// stopWords returns the words of a language that say nothing of what a text is about.
func stopWords(code string) map[string]bool {
	if code == "nb" {
		code = "no"
	}
	stop := map[string]bool{}
	for word := range strings.FieldsSeq(stopLists[code]) {
		stop[word] = true
	}
	return stop
}

// stopLists have articles, pronouns, prepositions, conjunctions, auxiliary verbs and the words of questions. Words that
// turn a meaning, such as without, are not among them.
var stopLists = map[string]string{
	"da": `ad af alle alt at blev blive bliver da de dem den denne der deres det dette dig din disse dit du efter eller en er et for
		fra få får ham han hans har have havde hende hendes her hos hun hvad hvem hvilken hvilke hvis hvor hvordan hvornår hvorfor i
		ikke ind jeg jer jeres kan kunne man med meget men mig min mit når nogle nogen og om op os over på sig skal skulle som så
		til ud var ved vi vil ville vores være været`,
	"de": `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine
		deinem deinen deiner dem den der des dessen die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
		einen einer eines er es etwas euch euer eure eurem euren eurer für gegen gibt habe haben habt hat hatte ich ihm ihn ihnen ihr
		ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kannst kein keine können könnt man mein meine
		meinem meinen meiner mich mir mit möchte muss müssen nach nicht noch nun nur ob oder sein seine seinem seinen seiner sich sie
		sind so soll sollen sollte sowie über um und uns unser unsere unserem unseren unserer unter vom von vor wann war waren warum
		was wegen welche welchem welchen welcher welches wenn wer werde werden wie wieso will wir wird wo wofür wohin worin worum
		wurde wurden würde zu zum zur`,
	"en": `a about am an and any are as at be been being but by can could did do does for from had has have he her hers him his how i
		i'd i'll i'm i've if in into is it it's its just may me might my of on or our ours out shall she should so some than that
		the their them then there these they this those to us was we were what what's when where where's which while who whom whose
		why will with would you your yours don't doesn't can't isn't`,
	"es": `a al algo algún alguna ante antes como cómo con cual cuál cuales cuando cuándo cuánto de del desde donde dónde durante e
		el él ella ellas ellos en entre era es esa ese eso esta está están estas este esto estos fue ha hace han hasta hay la las le
		les lo los más me mi mis muy nos nosotros nuestra nuestro o os otro para pero por porque puede puedo que qué quién se ser si
		sí sobre son su sus también te tiene tienen tu tus un una unas uno unos y ya yo`,
	"fi": `ei eli että ette hän he ja joka jos jotka jossa kanssa kenen koska kuin kuinka kuka kun me mikä mikään millainen milloin
		minä minun missä mitä miten mutta myös ne niin no noin nyt ole olen olemme olet olette oli on ovat se sekä sen siellä sinä
		sinun tai tämä te tuo vai vaikka vain voi voiko voin`,
	"fr": `à ai as au aux avec ce ces cet cette ci comme comment d dans de des donc dont du elle elles en est et être eu il ils j je
		l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas peut peux pour pourquoi qu quand
		que quel quelle quelles quels qui quoi s sa se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y`,
	"hu": `a az és azt azzal azok be csak de e egy el én ennek ez ezek ezt fel ha hanem hogy hogyan hol honnan hova így is itt ki kell
		le lehet lesz ma már még meg mely melyik mennyi mert mi miért mikor mint mit mivel most nagyon ne nem nincs ő ők ön önök
		s sem te ti úgy vagy vagyok van vannak volt`,
	"it": `a ad agli ai al alla alle allo anche c che chi ci col come con cosa cui da dagli dai dal dalla dalle dallo de degli dei del
		della delle dello di dove e è ed era essere fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne
		nei nel nella nelle nello noi non nostra nostro o per perché più può qual quale quali quando quanto quello questa queste
		questi questo se sei si sono su sua sue sugli sui sul sulla suo ti tra tu tua tuo un una uno vi voi vostro`,
	"nl": `aan al als alles bij dan dat de deze die dit doch door een en er ge geen had heb hebben heeft hem het hier hij hoe hoeveel
		hun ik in is ja je jij jullie kan kun kunnen maar me mij mijn men met mag moet na naar niet nog nu of om ons onze ook op
		over te tot u uit uw van voor waar waarom wanneer want was wat we welk welke wel werd wie wij wil word worden wordt zal ze
		zich zij zijn zo`,
	"no": `alle at av begge ble blir da de dem den denne der deres det dette di din disse dit du eller en er et etter for fordi fra få
		får ha hadde han hans har hennes her hos hun hva hvem hvilken hvilke hvis hvor hvordan hvorfor i ikke inn jeg kan kunne man
		med meg men min mitt mot må når noen og også om opp oss over på seg sin skal skulle som så til ut var ved vi vil ville vår
		være vært`,
	"pt": `a à ao aos aquela aquele aqui as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era
		essa esse esta está este eu foi há isso isto já lhe mais mas me mesmo meu meus minha muito na não nas nem no nos nós nossa
		nosso num numa o onde os ou para pela pelas pelo pelos pode por porque posso qual quais quando quanto que quem são se ser
		seu seus sua suas também te tem têm teu tu tua um uma você vocês`,
	"ro": `a acea aceasta această aceste acest acesta al ale am ar are as asta atât au avea că care când cât ce cea cei cel cele cine
		cu cum da dacă de decât deci din după e ea ei el ele eram este eu fi fie fost i îi il îl îmi în într îți la le li lor lui
		mai mă mea mei meu mi ne nici noi noastră nostru nu o or pe pentru poate pot prin sa să se si și spre sub sunt ta te tu un
		una unde unei unor unui va vă voi vor`,
	"ru": `а бы был была были было быть в вам вас ваш ваша ваше ваши весь во вот все всё вы где да для до его ее её если есть еще
		ещё же за и из или им их к как какая какие какой ко когда кто куда ли либо мне может можно мой мы на над нам нас наш не него
		нее неё нет ни них но ну о об однако он она они оно от по под при с сколько со так такой там тебе тем то того тоже той только
		том ты у уже хотя чего чей чем что чтобы эта эти это этот я`,
	"sv": `alla allt att av blev bli blir de dem den denna deras det detta dig din ditt du där då efter eller en er era ett finns från
		får få för ha hade han hans har henne hennes hon honom hur i icke in inte jag kan kunde man med mellan men mig min mitt mot
		ni när något några och om oss på sig sin sitt ska skall skulle som så till under upp ut vad var varför vara vem vi vid vilka
		vilken vill våra vår än är`,
	"tr": `acaba ama ancak bana bazı ben beni benim bir biri biz bizi bizim bu bunu da daha de defa diye en gibi hangi hem hep her için
		ile ise kadar kez ki kim mı mi mu mü nasıl ne neden nerede nereye niçin o olan olarak onu onun sen seni senin siz sizi sizin
		şey şu tüm var ve veya ya yani`,
	"uk": `а або але б би був була були було бути в вам вас ваш ваша ваше ваші вам ви від він вона вони воно все всі далі де для до
		дуже є ж же за з зі із і її їй їм їх й його йому коли котра котрий крім куди ли лише ль мене мені ми мій може можна моя моє
		на над нам нас наш наша наше наші не нею ним них ні ну о об один про по під після при про та так така таке такий такі там те
		тебе ти тим то того тоді той тому ту у усе усі хто це цей ця цього цьому ці чи чий чому ще що щоб як яка яке який яких якого
		якщо які яку я скільки свій своя своє свої собі себе треба потрібно`,
}
