import { expect, it } from 'vitest'
import { findDuplicateTypes, findOldWords, findStaleDocTags } from './lint-names.mjs'

const findIn = (text: string, file = 'a.ts') => findOldWords([{ file, text }], { 'values.ts': ['nobody'] })

it.each([
  ['a word of a comment', '// Tells somebody.', 'somebody'],
  ['a word at the start of a sentence', '/** Whoever waits. */', 'Whoever'],
  ['a whole name', 'const NOBODY = null', 'NOBODY'],
  ['a part of a name', 'const isOfWhom = true', 'Whom'],
  ['the start of a name', 'const whomAbout = 1', 'whom'],
  ['a part of a column', 'SELECT needs_somebody', 'somebody'],
  ['a word of SQL', '-- Counts anew.', 'anew'],
])('reports an old word: %s', (_, text, word) => {
  expect(findIn(`\n${text}`)).toEqual([expect.stringMatching(`^a.ts:2: "${word}" `)])
})

it('does not report words that only contain the letters of an old word, or words allowed for a file', () => {
  expect(findIn('renew(whomever, noBody) // a busybody, a manewal')).toEqual([])
  expect(findIn("filter === 'nobody' ? 'nobodyAsked' : x")).toEqual([])
  expect(findIn('-- the user nobody', 'values.ts')).toEqual([])
})

it('reports a type name exported by two files, but not a type and a value of one name in one file', () => {
  const declares = (name: string) => `import x from 'y'\nexport type ${name} = { id: string }\n`
  expect(
    findDuplicateTypes([
      { file: 'a.ts', text: declares('Outcome') },
      { file: 'b.ts', text: `export interface Outcome<T> {}` },
      { file: 'c.ts', text: `export const Step = z.object({})\n${declares('Step')}` },
      { file: 'd.ts', text: "export type { Step } from './c'\ntype Outcome = 1" },
    ]),
  ).toEqual(['Outcome is an exported type of a.ts and b.ts: give each shape its own name'])
})

it('reports a documented property or parameter that the declaration does not have', () => {
  const tag = '@property'
  const text = `/** A size. ${tag} wide in px ${tag} high in px */
export type Size = { wide: number }

/** @param id of the row */
export function read(rowId: string) {
  const id = rowId
}`
  const expected = ['a.ts: the declaration below "@property high" has no such name']
  expect(findStaleDocTags([{ file: 'a.ts', text }])).toEqual(expected)
})
