package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// replacedIn are texts in which exactly the parts between « and » must be replaced.
var replacedIn = map[string][]string{
	"PHP": {
		`$password = '«hunter2»';`,
		`$password = "«hunter2»";`,
		`$smtpPassword='«hunter2»';`,
		`$config['smtp']['password'] = '«hunter2»';`,
		`$config['password']['live'] = '«hunter2»';`,
		`'password' => '«hunter2»', 'user' => 'bob'`,
		`"api_key" => "«abc»"`,
		`'mail.password' => '«hunter2»'`,
		`$mail->Password = '«hunter2»';`,
		`self::$secret = '«hunter2»';`,
		`const API_TOKEN = '«hunter2»';`,
		`define('DB_PASSWORD', '«hunter2»');`,
		`define( "DB_PASSWORD" , "«hunter2»" );`,
		`curl_setopt($c, CURLOPT_USERPWD, "«bob:hunter2»");`,
		`[CURLOPT_USERPWD => '«bob:hunter2»']`,
		`$mailer->setPassword('«hunter2»')->send();`,
		`if ($_POST['password'] === '«hunter2»') {`,
		`if ($token != "«hunter2»") {`,
		`$apiKey = isset($apiKey) ? $apiKey : '«hunter2»';`,
		`$token = $params['token'] ?? '«hunter2»';`,
		`$token = getenv('MY_TOKEN') ?: '«hunter2»';`,
		"$token = isset($token)\n    ? $token\n    : '«hunter2»';\n$title = 'x';",
		`$password = md5('«hunter2»' . $salt);`,
		`$secret = '«abc»' . '«def»';`,
		`$sql = "UPDATE users SET token = MD5('«hunter2»') WHERE id = 5"; $title = 'x';`,
		`$secret = base64_decode('«aHVudGVyMg==»');`,
		`$password = '«it\'s hunter2»'; $title = 'x';`,
		`$password = '«hunter2\\»'; $title = 'x';`,
		"$password = <<<EOT\n«hunter2»\nEOT;\n$title = 'x';",
		"$password = <<<'EOT'\n«hunter2»\nEOT;\n",
		`$tokens = ['«hunter2»', '«hunter3»']; $title = 'x';`,
		`$tokens = array('a' => '«hunter2»', 'label' => 'Token');`,
		"$credentials = [\n  // it's for bob\n  'user' => '«bob»',\n  'x' => '«hunter2»',\n];\n$title = 'x';",
		`$db = new PDO('«mysql:host=localhost;dbname=x»', '«bob»', '«hunter2»'); $title = 'x';`,
		`mysqli_connect($host, $user, '«hunter2»');`,
		`'password' => env('DB_PASSWORD', '«hunter2»'),`,
		`// password: «hunter2x»`,
		`$APIkey = '«abc»';`,
		`$oauth2_token = '«abc»';`,
		`$key = '«a1b2c3d4e5»';`,
		`$url = "https://example.com/?token=" . '«hunter2»';`,
		`echo "don't"; $password = '«hunter2»';`,
		`// don't: $password='«hunter2»';`,
		`$url = 'https://example.com/assets/«templates/default/images/x/0aF1bE2cD3aF4bE5cD6aF7bE8cD9aF0bE1»';`,
		`'password' => env('«X»', '«hunter2»'), 'user' => 'bob'`,
		`'password' => '«.hunter2»', 'user' => 'bob'`,
		`'password' => array('«hunter2»'), 'user' => 'bob'`,
		`'password' => fn() => '«hunter2»', 'user' => 'bob'`,
		`$db['password'] = $config['a'] . '«hunter2»';`,
		`'password' => ['«hunter2»'], 'user' => 'bob'`,
		`$passwords = ['«hunter2»'];`,
		`$password = implode('', ['«hunter2»']);`,
		`$password = (string) '«hunter2»';`,
		`$password = (isset($x['a'])) ? $x['a'] : '«hunter2»'; $title = 'x';`,
		`$password = ($a ? '«hunter2»' : '«hunter3»') . '«hunter4»';`,
		`$password = '«abc»' . $x['a'] . '«hunter2»'; $title = 'x';`,
		`define('DB_PASSWORD', '«abc»' . PART . '«hunter2»'); $title = 'x';`,
		`define('DB_PASSWORD', getenv('A_TOKEN') ?: '«hunter2»'); $title = 'x';`,
		`define('DB_PASSWORD', /* live */ '«hunter2»');`,
		`$mailer->setPassword(trim('«hunter2»'))->send('x');`,
		`$password = /* live */ '«hunter2»';`,
		"$passwords = ['a' => '«abc»', // it was 'x', $password = trim('«hunter2»')\n  'b' => '«hunter3»'];",
		"$passwords = [/* $password = trim('«hunter2»'); $password = trim('«hunter3»'); */ 'b' => '«hunter4»'];",
		"$password = <<<EOT\n«    hunter2\n    EOTx»\n    EOT;\n$title = 'x';",
		"define('DB_PASSWORD', <<< 'EOT'\n«hunter2»\nEOT);",
	},
	"JavaScript and JSON": {
		`{"password":"«hunter2»","title":"x"}`,
		`{"password": "«hunter2»"}`,
		`var s = "{\"password\":\"«hunter2»\",\"title\":\"x\"}";`,
		`var apiKey = "«abc»", title = "x";`,
		`const token = getToken() || '«hunter2»';`,
		`token=a||"«hunter2»"`,
		`{token: '«hunter2»', title: 'x'}`,
		`headers: {'Authorization': '«Token hunter2»'}`,
		`{"password":[{"label":"Password","type":"text","value":"«hunter2»","default":"«hunter3»","desc":"Of the ` +
			`server"}],"title":[{"label":"Title","value":"x"}]}`,
		`{"name":"password","value":"«hunter2»"}`,
		`{"name":"api_key","label":"Key","default":"«abc»"}`,
		`'name' => 'password', 'value' => '«hunter2»'`,
		`{"name":"password","options":["a",{"b":1}],"label":"value","value":"«hunter2»"}`,
		`{"password":{"value":"«hunter2»","name":"x"},"title":"x"}`,
		`{"passwords":["«hunter2»"],"title":"x"}`,
		`{password: process.env.PASSWORD || "«hunter2»", title: "x"}`,
		`"password": env("A_TOKEN") ?? "«hunter2»", "title": "x"`,
	},
	"templates": {
		"[[Form? &to=`a@example.com` &password=`«hunter2»`]]",
		"[[Form?\n  &smtp_pass=`«hunter2»`\n  &tpl=`mail`\n]]",
		"[!Form? &api_key=`«abc»` &tpl=`mail`!]",
		`<input name="password" class="form-value" value="«hunter2»">`,
		"[[Call? &key=`«abc»`]]",
		"[[Call? &tokens=`«a,b»`]]",
		`<input type="password" name="p" value="«hunter2»">`,
		`<input name="api_key" type="hidden" value='«abc»'>`,
		`<script src="https://maps.example.com/js?key=«abc123»&amp;v=3"></script>`,
		`<a href="/x?a=1&amp;token=«abc»&amp;b=2">`,
		`<a href="/x?a=1&access_token=«abc.def»">`,
		`<div data-api-key="«abc»">`,
		`password=«hunter2» port=25`,
		"db:\n  password: «hunter2x»\n",
		"[db]\npassword = «hunter2»\nport = 3306\n",
		"mail.password=«hunter2»\nmail.port=25\n",
	},
	"properties": {
		`&password=Password;text;«hunter2» &title=Title;text;x`,
		`&smtpPass=Password of the server;string;«two words» &title=Title;text;x`,
		"&token=Token;text;«hunter2»\n&title=Title;text;x",
		" * @internal @properties &api_key=Key;text;«abc» &title=Title;text;x\n * more",
	},
	"addresses": {
		`mysql://bob:«hunter2»@localhost/site`,
		`redis://:«hunter2»@127.0.0.1:6379/0`,
		`https://example.com/?password=«abc$def»&x=1`,
		"DB_PASSWORD=«pa$$w0rd»\nDB_USER=bob",
		`https://example.com/«ffffffffffffffff1111111111111111»/assets/` +
			`«templates/default/images/x0aF1bE2cD3aF4bE5cD6aF7bE8cD9aF0bE1»`,
		`"https:\/\/bob:«hunter2»@example.com\/"`,
		`https://bob:«p%40ss»@example.com/a@b`,
		`http://proxyhttps://bob:«hunter2»@example.com/`,
		`"http:\/\/proxyhttps:\/\/bob:«hunter2»@example.com\/"`,
		`bob:«hunter2»@tcp(127.0.0.1:3306)/site`,
		`'mysql:host=localhost;dbname=x;password=«hunter2»;charset=utf8'`,
		`Server=db;Uid=bob;Pwd=«hunter2»;`,
	},
	"blocks": {
		"«-----BEGIN PUBLIC KEY-----\nab\n-----END PUBLIC KEY-----»\n$title = 'x';",
		"«-----BEGIN PUBLIC KEY-----\nab\n-----END PUBLIC KEY-----BEGIN PRIVATE KEY-----\ncd\n-----END PRIVATE KEY-----»\n",
	},
	"headers": {
		`Authorization: «Bearer abcdef123456»`,
		`'Authorization: «Basic Ym9iOmh1bnRlcjI=»'`,
		`Authorization: Token «abc12345»`,
		`Bearer abcdef«Bearer 7VamZXHHQQX5»`,
		`«Bearer abc123456Bearer 7VamZXHHQQX5»`,
		`"X-Auth-Token": "«abc»"`,
	},
}

// marked returns a text with Mark in place of its « » parts, and the text with only the « » signs removed.
func marked(text string) (want, plain string) {
	plain = strings.NewReplacer("«", "", "»", "").Replace(text)
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "«")
		out.WriteString(before)
		if !found {
			return out.String(), plain
		}
		_, text, _ = strings.Cut(rest, "»")
		out.WriteString(Mark)
	}
}

func TestReplaced(t *testing.T) {
	for group, texts := range replacedIn {
		for _, text := range texts {
			want, plain := marked(text)
			if got := Code("example", plain); got != want {
				t.Errorf("%s: %s\n got %s\nwant %s", group, plain, got, want)
			}
		}
	}
}

// kept are texts in which nothing may be replaced.
var kept = map[string][]string{
	"PHP": {
		`$password = $_POST['password'];`,
		`$password = '';`,
		`$token = null; $title = 'x';`,
		`'password' => $config['password'],`,
		`'password' => 'password',`,
		`$stmt->execute([':password' => $hash]);`,
		`"WHERE password = :password AND title = 'x'"`,
		`$token = $modx->getConfig('api_token');`,
		`"password" => "$password"`,
		`$passwordLabel = 'Your word'; $token_name = 'csrf'; $secret_id = '5'; $passwordTpl = 'form';`,
		`$tokenType = 'word';`,
		`$cacheKey = 'documents'; $primaryKey = 'id'; $key = 'pagetitle';`,
		`foreach ($list as $key => $value) { echo 'x'; }`,
		`['key' => 'pagetitle', 'auth' => 'basic']`,
		`echo $compass . 'north'; $bypass = 'way'; $keyword = 'shop'; $monkey = 'x'; $passed = 'x'; $tokenizer = 'x';`,
		`$this->passthru('ls'); pass_through('x'); keyBy('name');`,
		`if (!$token) { echo 'no'; }`,
		`function login($user, $password) { return 'x'; }`,
		`in_array($x, ['title', 'password', 'email'])`,
		`validate('password', $rules);`,
		`unset($a['token'], $b['title']);`,
		`Token::create('x');`,
		`$sql = "SELECT id, password FROM users WHERE id = 'x'";`,
		`$token = random_bytes(32); $title = 'x';`,
		`'Authorization' => 'Bearer ' . $token`,
		`$secret = "{$secret}";`,
		`$sql = "UPDATE users SET token = $hash"; $title = 'x'; $a = "b";`,
		`echo "<a href='?token=$token' class='link'>" . 'x';`,
		`// the password is asked for: 'x'`,
		`$a = 'assets/plugins/tinymce4/js/tinymce/plugins/codesample/plugin.min.js';`,
		`use EvolutionCMS\\Main\\Controllers\\BaseController2;`,
		`$documentParser->getDocumentChildrenTVarOutput($id, [], 1, 'menuindex');`,
		`$guid = '550e8400-e29b-41d4-a716-446655440000'; $class = '{D27CDB6E-AE6D-11cf-96B8-44C553540000}';`,
		`$url = 'https://example.com/?secret=' . $secret . '&response=' . $value;`,
		`strpos($token[self::TOKEN_VALUE], "x");`,
		`$password = $this->getOption('passwordField');`,
		`define('MODX_BASE_PATH', '/var/www/evolution/public_html/manager/includes/');`,
	},
	"JavaScript and JSON": {
		`const token = getToken(); var title = "x";`,
		`{token: token, title: 'x'}`,
		`{"type":"password","label":"Your password"}`,
		`password: function () { return 'x'; },`,
		`$('#password').val('x');`,
		`document.querySelector("input[name=password]").focus();`,
		`import key from './keyboard.js';`,
		`if (e.key === 'Enter') {}`,
		`state.token=next;this.tokens=d;`,
		`{escKey:!0,arrowKey:!0,top:!1}`,
		`{"name":"password"} {"value":"x"}`,
		`"integrity checks": "md5"`,
	},
	"templates": {
		`[[Form? &to=` + "`a@example.com` &password=`[+password+]` &token=`[(token)]` &pass=`{{pass}}`]]",
		"[[DLMenu? &parents=`0` &key=`` &tpl=`@CODE:<li>[+title+]</li>`]]",
		`<label for="password">Password: <input type="password" name="password" class="field" value=""></label>`,
		`<label>Password: <input type="text" class="field"></label>`,
		`<input type="password" name="password" value="[+fi.password+]" placeholder="Your password">`,
		`<p>Forgot your password? <a href="[~12~]" class="link">Ask for a new one</a>.</p>`,
		`<a href="?token=[+token+]" class="link">`,
		`<a href="?token={{ token }}" class="link">`,
		`<meta name="keywords" content="chairs, tables">`,
		`<link href="https://fonts.googleapis.com/css2?family=Roboto:wght@400;700&display=swap">`,
		`<img src="https://cdn.example.com:8080/images/photo@2x.png" alt="x">`,
		`<svg viewBox="0 0 24 24"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"/></svg>`,
		`.task-force-2-columns-wide-screen-only { color: #ffffff; background: #00ff00 }`,
		`<a href="[~5~]" accesskey="h">`,
		`mailto:bob@example.com`,
		`https://bob@example.com/`,
	},
	"properties": {
		`&title=Title;text;Welcome &limit=Items;int;10 &tpl=Template;text;row`,
		`{"title":[{"label":"Title","type":"text","value":"Welcome","default":"","desc":""}]}`,
		`&passwordTpl=Template;text;row &tokenName=Name;text;csrf`,
		`Yes==1||No==0`,
		`@SELECT pagetitle, id FROM [+PREFIX+]site_content WHERE parent = 5`,
	},
}

func TestKept(t *testing.T) {
	for group, texts := range kept {
		for _, text := range texts {
			if got := Code("example", text); got != text {
				t.Errorf("%s: %s\n got %s", group, text, got)
			}
		}
	}
}

// sample returns n characters of a set in an order that looks random. Among the first five are a digit, a small letter
// and a capital, if the set has them.
func sample(random *rand.Rand, set *charset, n int) string {
	var all []byte
	for c := range 256 {
		if set[c] && (letters[c] || digits[c] || c == '-' || c == '_' || c == '/' || c == '+') {
			all = append(all, byte(c))
		}
	}
	text := make([]byte, n)
	for i := range text {
		text[i] = all[random.IntN(len(all))]
	}
	for i, c := range []byte("7aZ") {
		if set[c] && i < n {
			text[min(n-1, i*2)] = c
		}
	}
	return string(text)
}

// samples are secrets of every shape that is recognized without a name.
func samples(random *rand.Rand) map[string]string {
	list := map[string]string{
		"hexadecimal": sample(random, hex, 32), "base64": sample(random, base64, 64) + "==",
		"base64 in JSON": strings.ReplaceAll(sample(random, base64, 64), "/", `\/`),
		"JWT": "eyJ" + sample(random, alnum, 33) + "." + sample(random, urlSafe, 80) + "." +
			sample(random, urlSafe, 43),
		"PEM": "-----BEGIN RSA PRIVATE KEY-----\n" + sample(random, base64, 64) + "\n" + sample(random, base64, 20) +
			"\n-----END RSA PRIVATE KEY-----",
	}
	for _, s := range shapes {
		list[s.prefix] = s.prefix + sample(random, s.rest, s.min)
	}
	return list
}

func TestShapes(t *testing.T) {
	for seed := range uint64(50) {
		for shape, secret := range samples(rand.New(rand.NewPCG(seed, 1))) {
			for _, around := range []string{"%s", "x = '%s';", "<p>%s</p>\n", `{"x":"%s"}`} {
				if got, want := Code("example", fmt.Sprintf(around, secret)), fmt.Sprintf(around, Mark); got != want {
					t.Errorf("%s: %s\n got %s\nwant %s", shape, fmt.Sprintf(around, secret), got, want)
				}
			}
		}
	}
}

// TestNames expects the whole source of an element to be replaced if the element's name means a secret and the source
// is a single word.
func TestNames(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"apiKey", "hunter2", Mark}, {"smtp_password", "hunter2", Mark}, {"Token", " abc\n", Mark},
		{"apiKey", "", ""}, {"apiKey", "[(api_key)]", "[(api_key)]"}, {"apiKey", "two words", "two words"},
		{"apiKey", "<b>bold</b>", "<b>bold</b>"},
		{"forgotPassword", "<p>Ask for a new one.</p>", "<p>Ask for a new one.</p>"}, {"passwordTpl", "row", "row"},
		{"title", "hunter2", "hunter2"},
	} {
		if got := Code(test.name, test.text); got != test.want {
			t.Errorf("%s %q: got %q, want %q", test.name, test.text, got, test.want)
		}
	}
}

// TestHuge redacts long texts that invite reading the same part again and again. It would run into the time limit of
// the tests if the time were not linear.
func TestHuge(t *testing.T) {
	for _, piece := range []string{
		"password=", "pass='", `pass=\"`, "$token=(", "$token=$token=", "$pass=\n", "pass=\\\\\\\\\"\n",
		"$pass=[\\\\\\\\\"\n", "&pw=;a;", `"pw",`, "pw=<<<A\n",
		`key="key='`, "$pw='a'.'a'.", "$pw=[/*", "//$pw=(\n", "//$pw=('\n", "/*$pw=($pw=(", "$pw='a'.b.", "'pw'=>b", "value",
		"pw][", "sk-", "AKIAA", "://a:b@", "-----BEGIN KEY-----\n", `\/`, `\`, "\n", "0aF1",
	} {
		text := "$token=[" + strings.Repeat(piece, (2<<20)/len(piece)) + "'\"`*/-----END KEY-----"
		if got := len(Code("example", text)); got > len(Mark)*len(text) {
			t.Errorf("%q: %d bytes of %d", piece, got, len(text))
		}
	}
}

// FuzzRedact plants secrets of every kind in texts. None may be left in the result.
func FuzzRedact(f *testing.F) {
	for _, group := range []map[string][]string{replacedIn, kept} {
		for _, texts := range group {
			for _, text := range texts {
				_, plain := marked(text)
				f.Add(plain, plain, uint64(len(plain)))
			}
		}
	}
	for _, text := range []string{
		"$token = [", "$token = [/*", "$token = ['label' => ", "-----BEGIN KEY-----", "'", "\"", "`", "\\", "<<<EOT\n", "//",
		"[[Form? &a=`", "$pw = \"$", "eyJ", "&pw=a;b;",
	} {
		f.Add(text, "", uint64(1))
		f.Add(text, text, uint64(2))
	}
	f.Fuzz(func(t *testing.T, before, after string, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 2))
		for shape, secret := range samples(random) {
			if text := before + secret + after; strings.Contains(Code("example", text), secret) {
				t.Errorf("%s: %q is in the result of %q", shape, secret, text)
			}
		}
		for _, form := range []string{
			"\n$password = '%s';", "\n$x['api_key'] = \"%s\";", "\ndefine('DB_PASSWORD', '%s');", "\n{\"secret\":\"%s\"}",
			"\n[[Call? &token=`%s`]]", "\n&passwd=Password;text;%s &", "\nhttps://bob:%s@localhost",
		} {
			secret := sample(random, alnum, 12)
			if text := before + fmt.Sprintf(form, secret) + after; strings.Contains(Code("example", text), secret) {
				t.Errorf("%q is in the result of %q", secret, text)
			}
		}
	})
}
