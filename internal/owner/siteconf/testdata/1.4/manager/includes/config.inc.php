<?php
/**
 * Settings of the site: $database_server = 'not here';
 */
$database_type = 'mysqli';
$database_server = 'old.example.com';
$database_user = 'old_web';
$database_password = "caf\u{e9} \x41\101 \$5";
$database_connection_charset = 'utf8mb4';
$database_connection_method = 'SET CHARACTER SET';
$dbase = '`old shop`';
$table_prefix = 'modx_';

$lastInstallTime = 1500000000;
$https_port = '443';

if (!defined('MGR_DIR')) {
    define('MGR_DIR', 'manager');
}
if (empty($base_path) || empty($base_url)) {
    $a = explode('/' . MGR_DIR, str_replace("\\", '/', dirname($_SERVER['PHP_SELF'])));
    $base_url = $a[0] . (substr($a[0], -1) != '/' ? '/' : '');
}
