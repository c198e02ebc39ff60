import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { getOpenApiDocument } from '@/server/api/rest/openapi/openapi'
import { singleLineTextSchema } from '@/server/validation/schema'

/*
 * Tests the patterns of the OpenAPI document in the regular expression engines of the languages that clients are generated for (RFC 9485).
 */

const document = getOpenApiDocument()

function collectPatterns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(collectPatterns)]
}

const patterns = [...new Set(collectPatterns(document))]
const ONE_LINE = document.components.schemas.CreateContact?.properties?.firstName?.pattern as string

/** The service rejects these two, but the document's patterns cannot (server/api/rest/openapi/json-schema.ts). */
const SEPARATORS = ['a\u2028b', 'a\u2029b']

const TEXTS = ['', 'Lovelace', 'O’Brien-Łuç', '李小龍', '👩‍👩‍👧', '\u2027\u202f', '2026-03-01T09:30Z', 'csat_1'].concat(
  [
    0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x85, 0x9f, 0x2028, 0x2029, 0x061c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066,
    0x2069,
  ].map((code) => `a${String.fromCodePoint(code)}b`),
)

const judgeAll = (test: (pattern: string, text: string) => boolean) =>
  patterns.map((pattern) => TEXTS.map((text) => test(pattern, text)))

const expectedVerdicts = judgeAll((pattern, text) => new RegExp(pattern, 'u').test(text))

const PYTHON = `
import json, re, sys
input = json.load(open(sys.argv[1], encoding='utf-8'))
print(json.dumps([[re.search(p, t) is not None for t in input['texts']] for p in input['patterns']]))
`
const PHP = `<?php
$input = json_decode(file_get_contents($argv[1]), true);
$test = fn($p) => array_map(fn($t) => preg_match('/' . str_replace('/', '\\\\/', $p) . '/u', $t) === 1, $input['texts']);
echo json_encode(array_map($test, $input['patterns']));
`
// In Ruby, ^ and $ match at line ends: validators replace them with \A and \z.
const RUBY = `
require 'json'
input = JSON.parse(File.read(ARGV[0], encoding: 'UTF-8'))
judge = ->(p) { Regexp.new(p.sub(/\\A\\^/, '\\A').sub(/\\$\\z/, '\\z')) }
puts input['patterns'].map { |p| input['texts'].map { |t| judge[p].match?(t) } }.to_json
`
const GO = `package main
import ("encoding/json"; "os"; "regexp")
func main() {
	var input struct{ Patterns, Texts []string }
	text, err := os.ReadFile(os.Args[1])
	if err != nil { panic(err) }
	if err := json.Unmarshal(text, &input); err != nil { panic(err) }
	verdicts := [][]bool{}
	for _, p := range input.Patterns {
		row := []bool{}
		for _, t := range input.Texts { row = append(row, regexp.MustCompile(p).MatchString(t)) }
		verdicts = append(verdicts, row)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil { panic(err) }
}
`

const LANGUAGES = [
  { language: 'Python', file: 'judge.py', program: PYTHON, command: ['python3'] },
  { language: 'PHP', file: 'judge.php', program: PHP, command: ['php'] },
  { language: 'Ruby', file: 'judge.rb', program: RUBY, command: ['ruby'] },
  { language: 'Go', file: 'judge.go', program: GO, command: ['go', 'run'] },
] as const

describe('patterns of the OpenAPI document', () => {
  it('the OpenAPI pattern of names accepts and refuses the same texts as the service, except two line separators', () => {
    const isName = (text: string) => singleLineTextSchema(100).safeParse(text).success
    expect(TEXTS.filter((text) => new RegExp(ONE_LINE, 'u').test(text) !== isName(text))).toEqual(SEPARATORS)
    expect(TEXTS.filter(isName)).toEqual(TEXTS.slice(0, 8))
  })

  it('the OpenAPI patterns judge texts the same in JavaScript without flags, and fit a literal', () => {
    expect(patterns.filter((pattern) => /[\n\r\u2028\u2029\0]/.test(pattern))).toEqual([])
    expect(judgeAll((pattern, text) => new RegExp(pattern).test(text))).toEqual(expectedVerdicts)
  })

  it.each(LANGUAGES)(
    'the OpenAPI patterns judge texts the same in $language',
    ({ command: [name, ...args], file, program }) => {
      const isMissing =
        spawnSync(name, [name === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).error !== undefined
      if (isMissing && process.env.CI !== 'true') return
      const folder = mkdtempSync(path.join(tmpdir(), 'patterns-'))
      try {
        writeFileSync(path.join(folder, file), program)
        writeFileSync(path.join(folder, 'input.json'), JSON.stringify({ patterns, texts: TEXTS }))
        const output = execFileSync(name, [...args, file, 'input.json'], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C', GO111MODULE: 'off' },
          timeout: 90_000,
        })
        expect(JSON.parse(output)).toEqual(expectedVerdicts)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
