<?php

const TOLERANCE_SECONDS = 300;

/** Whether these bytes were signed with the secret, within the accepted time. */
function isGenuine(string $rawBody, string $header, string $secret, ?int $now = null): bool
{
    $sentAt = '';
    $given = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't') $sentAt = $value;
        if ($name === 'v1') $given[] = $value;
    }
    $age = ($now ?? time()) - (int) $sentAt;
    if (!preg_match('/^[0-9]{1,12}$/D', $sentAt) || abs($age) > TOLERANCE_SECONDS) return false;
    $wanted = hash_hmac('sha256', "$sentAt.$rawBody", $secret);
    // While a secret is being replaced there are two signatures; one that fits is enough.
    foreach ($given as $signature) if (hash_equals($wanted, $signature)) return true;
    return false;
}

/** Whether this delivery came for the first time. In production a table with a unique column, and the body in it. */
function isNew(string $delivery): bool
{
    $name = sys_get_temp_dir() . '/delivery-' . hash('sha256', $delivery);
    return @fopen($name, 'x') !== false;
}

function receive(): void
{
    // The bytes as they came. Parsed and written again, they would be others.
    $rawBody = file_get_contents('php://input');
    if (!isGenuine($rawBody, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', getenv('WEBHOOK_SECRET'))) {
        http_response_code(400);
        return;
    }
    $isNew = isNew($_SERVER['HTTP_X_SERVICE_DELIVERY'] ?? '');
    http_response_code(204);
    // Under FPM the answer leaves here and the work follows; a slow answer counts as a failure.
    if (function_exists('fastcgi_finish_request')) fastcgi_finish_request();
    if (!$isNew) return;
    // Five kinds of event come as a list of one, step.completed as the object alone.
    $body = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    $events = array_is_list($body) ? $body : [$body];
    foreach ($events as $event) error_log($_SERVER['HTTP_X_SERVICE_EVENT'] . ' ' . json_encode($event));
}

// WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:4000 receiver.php
if (PHP_SAPI !== 'cli') receive();
