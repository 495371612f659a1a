<?php
return [
    'driver' => env('DB_TYPE', 'mysql'),
    'host' => env('DB_HOST', 'localhost'), // the other machine
    'port' => env('DB_PORT', '3306'),
    'database' => env('DB_DATABASE', 'shop'),
    'username' => env('DB_USERNAME', 'shop_web'), #$database_user
    'password' => env('DB_PASSWORD', 'it\'s \\ "here"; // $not a comment'),
    'unix_socket' => env('DB_SOCKET', ''),
    'charset' => env('DB_CHARSET', 'utf8mb4'),
    'collation' => env('DB_COLLATION', 'utf8mb4_unicode_520_ci'),
    'prefix' => env('DB_PREFIX', 'evo_'),
    'strict' => (bool) env('DB_STRICT', false),
    'engine' => env('DB_ENGINE', 'innodb'),
    'options' => [
        PDO::ATTR_STRINGIFY_FETCHES => true,
        PDO::ATTR_PERSISTENT => (bool) env('DB_PERSISTENT', false),
    ],
];
