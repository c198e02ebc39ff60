<?php

require __DIR__ . '/receiver.php';

// Prints the verdict on each vector, in their order: php check.php ../vectors.json
$vectors = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
$verdicts = array_map(fn ($v) => isGenuine($v['body'], $v['header'], $v['secret'], $v['now']), $vectors);
echo json_encode($verdicts), "\n";
