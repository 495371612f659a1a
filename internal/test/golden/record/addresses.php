<?php
// Prints the address that the site makes for each document, as JSON by id: GET addresses.php. With ?do=clear it clears the site's cache instead.
define('MODX_API_MODE', true);
define('IN_MANAGER_MODE', false);
include 'index.php';

if (($_GET['do'] ?? '') === 'clear') {
    evolutionCMS()->clearCache('full');
    exit;
}
$addresses = [];
foreach (EvolutionCMS\Models\SiteContent::query()->withTrashed()->where('deleted', 0)->orderBy('id')->pluck('id') as $id) {
    $addresses[$id] = UrlProcessor::makeUrl($id);
}
echo json_encode($addresses, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_FORCE_OBJECT);
