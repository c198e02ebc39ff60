import type { CodeLanguage } from './code-languages'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type SampleRequest = {
  method: string
  /** Below /api/v1, including the query. */
  path: string
  /** Besides Authorization and Content-Type. */
  headers: Readonly<Record<string, string>>
  body?: Json
}

export const KEY_PLACEHOLDER = 'YOUR_API_KEY'

/**
 * Parses `POST /contacts` and the text below it: headers, an optional empty line, a JSON body.
 * @throws {SyntaxError} for an invalid JSON body.
 */
export function parseSampleRequest(line: string, text: string): SampleRequest {
  const [method = 'GET', path = '/'] = line.split(' ')
  const start = text.search(/^\{/m)
  const head = start < 0 ? text : text.slice(0, start)
  const headers = Object.fromEntries(
    head
      .split('\n')
      .filter((row) => row.includes(': '))
      .map((row) => [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 2)]),
  )
  return { method, path, headers, ...(start < 0 ? {} : { body: JSON.parse(text.slice(start)) as Json }) }
}

export function renderRequestSamples(
  request: SampleRequest,
  baseUrl: string,
): { language: CodeLanguage; code: string }[] {
  const url = `${baseUrl}/api/v1${request.path}`
  const headers = { 'X-API-Key': KEY_PLACEHOLDER, ...request.headers }
  const all = request.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' }
  return [
    { language: 'sh', code: curl(request, url, all) },
    { language: 'js', code: javascript(request, url, all) },
    { language: 'python', code: python(request, url, headers) },
    { language: 'php', code: php(request, url, all) },
  ]
}

type Headers = Readonly<Record<string, string>>

function curl({ method, body }: SampleRequest, url: string, headers: Headers): string {
  return [
    `curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}"${url}"`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`  -d '${literal(body, JSON_TEXT, 1).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n')
}

function javascript({ method, body }: SampleRequest, url: string, headers: Headers): string {
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${literal(headers, JS, 1)},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, JS, 1)}),`]),
    '})',
    'const answer = await response.json()',
    'console.log(response.status, answer)',
  ].join('\n')
}

function python({ method, body }: SampleRequest, url: string, headers: Headers): string {
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    `    headers=${literal(headers, PYTHON, 1)},`,
    ...(body === undefined ? [] : [`    json=${literal(body, PYTHON, 1)},`]),
    ')',
    'print(response.status_code, response.json())',
  ].join('\n')
}

function php({ method, body }: SampleRequest, url: string, headers: Headers): string {
  return [
    `$request = curl_init('${url}');`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...Object.entries(headers).map(([name, value]) => `        '${name}: ${value}',`),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, 1)}),`]),
    ']);',
    '$answer = json_decode(curl_exec($request), true);',
    'echo curl_getinfo($request, CURLINFO_HTTP_CODE), PHP_EOL;',
    'print_r($answer);',
  ].join('\n')
}

type Notation = {
  indent: string
  text: (value: string) => string
  key: (name: string) => string
  words: readonly [yes: string, no: string, nothing: string]
  map: readonly [string, string]
  lastComma: ',' | ''
}

const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const JS: Notation = {
  indent: '  ',
  text: quoted,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? `${name}: ` : `${quoted(name)}: `),
  words: ['true', 'false', 'null'],
  map: ['{', '}'],
  lastComma: ',',
}
const JSON_TEXT: Notation = {
  ...JS,
  text: (value) => JSON.stringify(value),
  key: (name) => `${JSON.stringify(name)}: `,
  lastComma: '',
}
const PYTHON: Notation = { ...JSON_TEXT, indent: '    ', words: ['True', 'False', 'None'], lastComma: ',' }
const PHP: Notation = { ...JS, indent: '    ', key: (name) => `${quoted(name)} => `, map: ['[', ']'] }

function literal(value: Json | Headers, notation: Notation, depth: number): string {
  if (value === null) return notation.words[2]
  if (typeof value === 'boolean') return notation.words[value ? 0 : 1]
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return notation.text(value)
  const inner = (item: Json) => literal(item, notation, depth + 1)
  const parts = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value as Record<string, Json>).map(([name, item]) => notation.key(name) + inner(item))
  const [open, close] = Array.isArray(value) ? (['[', ']'] as const) : notation.map
  if (parts.length === 0) return open + close
  const isShort = !parts.some((part) => part.includes('\n')) && parts.join(', ').length <= 48
  const pad = notation.map[0] === '{' && notation.indent === '  ' && open === '{' ? ' ' : ''
  if (isShort) return `${open}${pad}${parts.join(', ')}${pad}${close}`
  const indent = notation.indent.repeat(depth + 1)
  return `${open}\n${parts.map((part) => indent + part).join(',\n')}${notation.lastComma}\n${notation.indent.repeat(depth)}${close}`
}
