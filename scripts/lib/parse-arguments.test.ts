import { expect, it } from 'vitest'
import { parseArguments } from './parse-arguments.mjs'

const USAGE = 'Name the file.'
const options = { check: { type: 'boolean' }, seed: { type: 'string' } } as const
const read = (...args: string[]) => parseArguments(USAGE, { options, words: 1, args })

it('parseArguments parses options and positional arguments in any order', () => {
  expect(read('--check', 'a')).toMatchObject({ values: { check: true }, words: ['a'] })
  expect(read('a', '--seed=7')).toMatchObject({ values: { seed: '7' }, words: ['a'] })
  expect(read()).toMatchObject({ values: {}, words: [] })
})

it.each([
  ['an unknown option', ['--chekc'], "Unknown option '--chekc'. Name the file."],
  ['too many arguments', ['a', 'b'], "Unexpected argument 'b'. Name the file."],
  ['an option without its value', ['--seed'], "Option '--seed <value>' argument missing. Name the file."],
  ['a value of a boolean option', ['--check=yes'], "Option '--check' does not take an argument. Name the file."],
])('parseArguments rejects %s with the usage', (_, args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
})
