<?php
// Fills a fresh Evolution CMS site with documents for every rule of addresses, texts, template variables and visibility: GET seed.php. Times
// are fixed, so that two recordings differ only where the site does. An alias with ' in it is missing: Evolution 3.1.6 writes it unquoted into
// its cache, and then serves no page at all. Missing are, too, what it answers with 500 on PHP 8: documents without a template, a chunk of
// itself, and widgets whose parameters are not all stored.
define('MODX_API_MODE', true);
define('IN_MANAGER_MODE', false);
include 'index.php';

use EvolutionCMS\Models\SiteContent;
use EvolutionCMS\Models\SiteHtmlsnippet;
use EvolutionCMS\Models\SiteSnippet;
use EvolutionCMS\Models\SiteTemplate;
use EvolutionCMS\Models\SiteTmplvar;
use EvolutionCMS\Models\SiteTmplvarContentvalue;
use EvolutionCMS\Models\SiteTmplvarTemplate;
use Illuminate\Support\Facades\DB;

const CREATED = 1767225600; // 2026-01-01
const LONG_AGO = 946684800; // 2000
const FAR_AWAY = 2145916800; // 2038

DB::table('site_content')->delete();
DB::statement('ALTER TABLE ' . DB::getTablePrefix() . 'site_content AUTO_INCREMENT = 1');

function template(string $name, string $content): int
{
    return SiteTemplate::create(['templatename' => $name, 'content' => $content])->getKey();
}

function chunk(string $name, string $content, int $disabled = 0): void
{
    SiteHtmlsnippet::create(['name' => $name, 'snippet' => $content, 'disabled' => $disabled]);
}

function tv(string $name, string $type, array $templates, array $more = []): int
{
    $tv = SiteTmplvar::create(array_merge(['name' => $name, 'caption' => ucfirst($name), 'type' => $type, 'elements' => '', 'default_text' => '', 'display' => '', 'display_params' => ''], $more));
    foreach ($templates as $template) {
        SiteTmplvarTemplate::create(['tmplvarid' => $tv->getKey(), 'templateid' => $template]);
    }
    return $tv->getKey();
}

$tvs = [];
$index = 0;

// page makes a document and returns its id.
function page(int $parent, string $alias, string $title, string $content, array $more = [], array $values = []): int
{
    global $tvs, $index, $page;
    $document = SiteContent::create(array_merge([
        'parent' => $parent, 'alias' => $alias, 'pagetitle' => $title, 'content' => $content, 'type' => 'document', 'contentType' => 'text/html',
        'published' => 1, 'template' => $page, 'menuindex' => $index++, 'isfolder' => 0, 'richtext' => 1, 'searchable' => 1, 'cacheable' => 1,
        'createdon' => CREATED, 'editedon' => CREATED, 'publishedon' => CREATED, 'alias_visible' => 1,
    ], $more));
    // Models stamp these themselves.
    SiteContent::query()->where('id', $document->getKey())->update(['createdon' => CREATED, 'editedon' => CREATED, 'alias' => $alias]);
    foreach ($values as $name => $value) {
        SiteTmplvarContentvalue::create(['tmplvarid' => $tvs[$name], 'contentid' => $document->getKey(), 'value' => $value]);
    }
    return $document->getKey();
}

$frame = '<!DOCTYPE html><html><head><base href="[(site_url)]"><title>[*pagetitle*]</title></head><body><header>[(site_name)]</header><main>%s</main></body></html>';
$page = template('Page', sprintf($frame, '<h1>[*pagetitle*]</h1>[*content*]'));
$bare = template('Bare', '[*content*]');
$product = template('Product', sprintf($frame, '<h1>[*pagetitle*]</h1><p>[*price*]</p><p>[*size*]</p>[*content*]'));
$shown = template('Widgets', sprintf($frame, '<h1>[*pagetitle*]</h1>[*content*]'));

$tvs['price'] = tv('price', 'number', [$product], ['default_text' => '10']);
$tvs['size'] = tv('size', 'dropdown', [$product], ['elements' => 'Small==s||Large==l', 'default_text' => 's']);
foreach ([
    'plain' => ['text', []],
    'multiline' => ['textarea', []],
    'rich' => ['richtext', []],
    'choice' => ['dropdown', ['elements' => 'Small==s||Large==l']],
    'list' => ['listbox', ['elements' => 'Red==r||Green==g']],
    'several' => ['listbox-multiple', ['elements' => 'Red==r||Green==g||Blue==b']],
    'one' => ['option', ['elements' => 'Yes==1||No==0']],
    'ticked' => ['checkbox', ['elements' => 'Wifi==wifi||Parking==parking||Pool==pool']],
    'picture' => ['image', []],
    'download' => ['file', []],
    'when' => ['date', []],
    'site' => ['url', []],
    'mail' => ['email', []],
    'amount' => ['number', []],
    'slides' => ['custom_tv:multitv', []],
    'whenShown' => ['date', ['display' => 'date', 'display_params' => '&format=%d.%m.%Y']],
    'listShown' => ['listbox-multiple', ['elements' => 'Red==r||Green==g||Blue==b', 'display' => 'delim', 'display_params' => '&format=, ']],
    'upperShown' => ['text', ['display' => 'string', 'display_params' => '&format=Upper Case']],
    'inherited' => ['text', ['default_text' => '@INHERIT']],
    'fromDocument' => ['text', ['default_text' => '@DOCUMENT 1']],
    'computed' => ['text', ['default_text' => '@EVAL return "computed";']],
] as $name => [$type, $more]) {
    $tvs[$name] = tv($name, $type, [$shown], $more);
}

chunk('hours', '<p>Open from 9 to 17 o\'clock</p>');
chunk('outer', '<div>Outside, {{inner}}</div>');
chunk('inner', 'inside');
chunk('greeting', '<p>Dear [+name+], you are [+age+] years old</p>');
chunk('off', '<p>Switched off</p>', 1);
chunk('withLink', '<p><a href="[~1~]">To the first page</a></p>');
chunk('withField', '<p>On the page [*pagetitle*] of [(site_name)]</p>');
SiteSnippet::create(['name' => 'Answer', 'snippet' => 'return "forty-two";']);

// Addresses.
page(0, 'start', 'Home', '<p>Welcome to the site</p>');
foreach (['about', 'CamelCase', '2024', 'with space', 'über-uns', 'Про-нас', '日本', 'a+b', 'a,b', 'a;b', 'a=b', 'a@b', 'a:b', 'tilde~', 'star*', '(round)', 'percent%', 'hash#tag', 'question?mark', 'quote"d',
    'robots.txt', 'feed.xml', 'news.rss', 'data.json', 'style.css', 'app.js', 'paper.pdf', 'page.html', 'page.php', 'v1.2', 'dot.', 'under_score', 'a/b', str_repeat('long-', 30)] as $n => $alias) {
    page(0, $alias, "Alias $n", "<p>The alias of this page has number $n</p>");
}
page(0, '', 'No alias', '<p>This page has no alias</p>');
$level = 0;
foreach (['one', 'two', 'three', 'four'] as $n => $alias) {
    $level = page($level, $alias, "Level $n", "<p>This is a folder at level $n</p>", ['isfolder' => 1]);
    page($level, 'leaf', "Leaf of $n", "<p>This is a leaf in $alias</p>");
}
$unnamed = page(0, '', 'Folder without an alias', '<p>An unnamed folder</p>', ['isfolder' => 1]);
page($unnamed, 'in-unnamed', 'In the unnamed', '<p>Inside of the unnamed folder</p>');
page($unnamed, '', 'Unnamed in the unnamed', '<p>Neither has an alias</p>');
$hidden = page(0, 'not-in-path', 'Folder that is not in paths', '<p>Its alias is not in paths</p>', ['isfolder' => 1, 'alias_visible' => 0]);
page($hidden, 'below-not-in-path', 'Below it', '<p>Below a folder that is not in paths</p>');
$deeper = page($hidden, 'deeper', 'Deeper', '<p>Deeper, below a folder that is not in paths</p>', ['isfolder' => 1]);
page($deeper, 'deepest', 'Deepest', '<p>Deepest, below a folder that is not in paths</p>');
$second = page($deeper, 'not-in-path-either', 'Second that is not in paths', '<p>Second folder that is not in paths</p>', ['isfolder' => 1, 'alias_visible' => 0]);
page($second, 'at-the-end', 'At the end', '<p>At the end of the hidden folders</p>');
page(0, 'empty-folder', 'Folder without children', '<p>A folder of nothing</p>', ['isfolder' => 1]);
$file = page(0, 'files.txt', 'Folder with an extension', '<p>A folder that looks like a file</p>', ['isfolder' => 1]);
page($file, 'list.txt', 'File in a folder', '<p>A file in a folder that looks like one</p>');
$spaced = page(0, 'a folder', 'Folder with a space', '<p>A folder with a space</p>', ['isfolder' => 1]);
page($spaced, 'ein größerer', 'In the folder with a space', '<p>Within the folder with a space</p>');
$draft = page(0, 'draft-folder', 'Draft folder', '<p>SECRET draft</p>', ['isfolder' => 1, 'published' => 0]);
page($draft, 'below-draft', 'Below a draft', '<p>A page below a draft</p>');
$trash = page(0, 'trash-folder', 'Trash folder', '<p>SECRET trash</p>', ['isfolder' => 1]);
page($trash, 'below-trash', 'Below the trash', '<p>A page below a folder in the trash</p>');
SiteContent::query()->where('id', $trash)->update(['deleted' => 1, 'deletedon' => CREATED]);

// Visibility.
page(0, 'unpublished', 'Unpublished', '<p>SECRET unpublished</p>', ['published' => 0]);
page(0, 'not-yet', 'Not yet', '<p>SECRET not yet</p>', ['published' => 0, 'pub_date' => FAR_AWAY]);
page(0, 'no-longer', 'No longer', '<p>SECRET no longer</p>', ['published' => 0, 'unpub_date' => LONG_AGO]);
$deleted = page(0, 'deleted', 'Deleted', '<p>SECRET deleted</p>');
SiteContent::query()->where('id', $deleted)->update(['deleted' => 1, 'deletedon' => CREATED]);
page(0, 'not-in-menus', 'Not in menus', '<p>This page is not in menus</p>', ['hidemenu' => 1]);
$private = page(0, 'members', 'Members', '<p>SECRET members</p>', ['privateweb' => 1, 'privatemgr' => 1]);
$group = DB::table('documentgroup_names')->insertGetId(['name' => 'Members', 'private_memgroup' => 1, 'private_webgroup' => 1]);
$members = DB::table('membergroup_names')->insertGetId(['name' => 'Members']);
DB::table('membergroup_access')->insert(['membergroup' => $members, 'documentgroup' => $group]);
DB::table('document_groups')->insert(['document_group' => $group, 'document' => $private]);
$error = page(0, 'not-found', 'Not found', '<p>There is no such page</p>');
DB::table('system_settings')->updateOrInsert(['setting_name' => 'error_page'], ['setting_value' => $error]);
$login = page(0, 'log-in', 'Log in', '<p>Members log in here</p>');
DB::table('system_settings')->updateOrInsert(['setting_name' => 'unauthorized_page'], ['setting_value' => $login]);

// Weblinks.
$target = page(0, 'target', 'Target', '<p>Where links lead</p>');
foreach (['to-id' => "$target", 'to-tag' => "[~$target~]", 'to-part' => "[~$target~]#part", 'to-elsewhere' => 'https://example.org/?a=1&b=2', 'to-file' => 'assets/paper.pdf',
    'to-mail' => 'mailto:someone@example.org', 'to-draft' => "$draft", 'to-missing' => '99999', 'to-nothing' => ''] as $alias => $content) {
    page(0, $alias, "Link $alias", $content, ['type' => 'reference', 'template' => $bare]);
}

// Other kinds.
page(0, 'humans.txt', 'Text', "User-agent: *\nDisallow: /manager/\n\n  indented <b>not bold</b>\n", ['contentType' => 'text/plain', 'template' => $bare, 'richtext' => 0]);
page(0, 'atom.xml', 'Feed', "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>News &amp; more</title><link>https://example.org/</link></channel></rss>\n", ['contentType' => 'text/xml', 'template' => $bare, 'richtext' => 0]);
page(0, 'real.rss', 'RSS', "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>Second feed</title></channel></rss>\n", ['contentType' => 'application/rss+xml', 'template' => $bare, 'richtext' => 0]);
page(0, 'facts.json', 'JSON', "{\"open\": true, \"rooms\": [1, 2, 3], \"html\": \"<b>bold</b>\"}\n", ['contentType' => 'application/json', 'template' => $bare, 'richtext' => 0]);
page(0, 'plain-html', 'Without a frame', '<p>This page has no frame</p>', ['template' => $bare]);
page(0, 'tagged-title', 'A <em>special</em> title &amp; more', '<p>The title has tags</p>');

// Texts.
foreach ([
    'chunk' => '<p>Before the hours</p>{{hours}}<p>After the hours</p>',
    'nested-chunks' => '{{outer}}',
    'chunk-parameters' => '{{greeting? &name=`Anna` &age=`30`}}',
    'chunk-off' => '<p>Before what is off</p>{{off}}<p>After what is off</p>',
    'chunk-missing' => '<p>Before what is missing</p>{{nothing-of-this-name}}<p>After what is missing</p>',
    'chunk-with-link' => '{{withLink}}',
    'chunk-with-field' => '{{withField}}',
    'field' => '<p>The title is [*pagetitle*] and the alias [*alias*]</p>',
    'setting' => '<p>The site is [(site_name)]</p>',
    'setting-missing' => '<p>Before [(no_such_setting)] after</p>',
    'link' => '<p><a href="[~' . $target . '~]">A link</a> to [~' . $target . '~]</p>',
    'link-to-draft' => '<p><a href="[~' . $draft . '~]">A link to a draft</a></p>',
    'placeholder-unset' => '<p>Before [+nothing+] after</p>',
    'snippet' => '<p>The answer is [[Answer]].</p>',
    'snippet-uncached' => '<p>The answer is [!Answer!].</p>',
    'snippet-missing' => '<p>Before [[NoSuchSnippet]] after</p>',
    'open-bracket' => '<p>Before [[ after</p><p>An open bracket</p>',
    'open-brace' => '<p>Before {{ after</p><p>An open brace</p>',
    'brackets-in-text' => '<p>An array[0] and a {brace} and [a note]</p>',
    'comment' => '<p>Seen</p><!-- not seen --><p>Seen as well</p>',
    'hidden' => '<p>Seen</p><p style="display:none">SECRET by style</p><p hidden>SECRET by attribute</p><script>var secret = 1;</script><style>p {color: red}</style><template><p>SECRET template</p></template><p>Seen as well</p>',
    'entities' => '<p>Fish &amp; chips &lt;5 &euro; &mdash; caf&eacute;</p>',
    'table' => '<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Monday</td><td>9 to 17</td></tr></table>',
    'lists' => '<ul><li>First<ul><li>Second</li></ul></li><li>Third</li></ul><ol><li>One</li><li>Two</li></ol>',
    'images' => '<p><img src="assets/images/view.jpg" alt="A view"> and <img src="/assets/images/a b.png" alt=""> and <img src="https://cdn.example.org/x.png" alt="Elsewhere"></p>',
    'links' => '<p><a href="assets/paper.pdf">A paper</a>, <a href="/top">the top</a>, <a href="https://example.org/">elsewhere</a>, <a href="//cdn.example.org/x">a network</a>, <a href="mailto:a@example.org">mail</a>, <a href="#part">a part</a>, <a href="../up">up</a></p>',
    'media' => '<figure><img src="assets/images/figure.jpg" alt="Figure"><figcaption>What the figure shows</figcaption></figure><video src="assets/film.mp4" poster="assets/film.jpg"></video><audio><source src="assets/sound.mp3"></audio><p><a href="assets/files/list.xlsx">The list</a></p>',
] as $alias => $content) {
    page(0, "text-$alias", "Text $alias", $content);
}

// Template variables.
$shop = page(0, 'shop', 'Shop', '<p>All products</p>', ['isfolder' => 1]);
page($shop, 'chair', 'Chair', '<p>A chair of oak</p>', ['template' => $product], ['price' => '99.50', 'size' => 'l']);
page($shop, 'table', 'Table', '<p>A table of oak</p>', ['template' => $product]);
page($shop, 'lamp', 'Lamp', '<p>A lamp of brass</p>', ['template' => $product], ['price' => '']);
$values = [
    'plain' => 'Plain & simple', 'multiline' => "First line\nSecond line", 'rich' => '<p>Rich <strong>text</strong></p>', 'choice' => 'l', 'list' => 'g', 'several' => 'r||b', 'one' => '1', 'ticked' => 'wifi||pool',
    'picture' => 'assets/images/view.jpg', 'download' => 'assets/files/paper.pdf', 'when' => '31-12-2025 18:30:00', 'site' => 'https://example.org/', 'mail' => 'someone@example.org', 'amount' => '1234.5',
    'slides' => '{"fieldValue":[{"image":"assets/images/one.jpg","title":"One"},{"image":"assets/images/two.jpg","title":"Two"}],"fieldSettings":{"autoincrement":2}}',
    'whenShown' => '31-12-2025 18:30:00', 'listShown' => 'r||g', 'upperShown' => 'upper case',
];
$widgets = page(0, 'widgets', 'Widgets', '<p>Every widget</p>', ['template' => $shown, 'isfolder' => 1], $values + ['inherited' => 'From above']);
foreach (array_keys($tvs) as $name) {
    if ($name !== 'price' && $name !== 'size') {
        page($widgets, "tv-$name", "Variable $name", "<p>Its value: [*$name*]</p>", ['template' => $shown], isset($values[$name]) ? [$name => $values[$name]] : []);
    }
}

// Languages.
foreach ([
    'en' => ['News', ['Summer party' => 'We celebrate in the garden', 'New opening hours' => 'From May we open at eight', 'Winter sale' => 'Everything at half price', 'Our team' => 'Nine people work here']],
    'uk' => ['Новини', ['Літнє свято' => 'Святкуємо в саду', 'Нові години роботи' => 'З травня відчиняємо о восьмій', 'Зимовий розпродаж' => 'Усе за пів ціни', 'Наша команда' => 'Тут працює дев\'ятеро людей']],
    'de' => ['Neuigkeiten', ['Sommerfest' => 'Wir feiern im Garten', 'Neue Öffnungszeiten' => 'Ab Mai öffnen wir um acht', 'Winterschlussverkauf' => 'Alles zum halben Preis', 'Unser Team' => 'Neun Menschen arbeiten hier']],
] as $language => [$title, $articles]) {
    $folder = page(0, $language, $title, "<p>$title</p>", ['isfolder' => 1]);
    foreach ($articles as $headline => $text) {
        page($folder, str_replace(' ', '-', mb_strtolower($headline)), $headline, "<h2>$headline</h2><p>$text.</p>");
    }
}

// Deleted by a query of the model, which sets deletedon and leaves deleted as it is.
$soft = page(0, 'soft-deleted', 'Deleted by a query', '<p>SECRET soft-deleted</p>', ['isfolder' => 1]);
page($soft, 'below-soft-deleted', 'Below what a query deleted', '<p>A page below a folder that a query deleted</p>');
SiteContent::query()->where('id', $soft)->delete();
DB::table('site_content')->where('id', $soft)->update(['deletedon' => CREATED]);
