import { expect, it } from 'vitest'
import { isolateBidi } from './bidi-isolate'
import compileMessages from './compile-messages.mjs'
import formatMessage from './format-message'
import { getTranslator } from './message-catalogue'

it.each(['עומר', 'علي', 'ܐܒܐ'])('isolates the right-to-left name %s in a sentence', (name) => {
  expect(getTranslator('en', 'email')('greeting', { name })).toBe(`Hello \u2068${name}\u2069,`)
  expect(getTranslator('fr', 'email')('greeting', { name })).toBe(`Bonjour \u2068${name}\u2069,`)
})

it.each(['Zoé', 'Ольга', '李', 'J.R.R.', '12'])('leaves the left-to-right name %s as it is', (name) => {
  expect(isolateBidi(name)).toBe(name)
})

it('leaves numbers and functions among the values as they are', () => {
  expect(getTranslator('en', 'digests').has('title')).toBe(true)
  expect(getTranslator('en', 'email')('digest.n', { count: 2 })).toBe('2 answers')
})

type Message = Parameters<typeof formatMessage>[1]

it('isolates a right-to-left name in a message that client components format', () => {
  const { title: message } = JSON.parse(compileMessages('{ "title": "Delete {name}?" }')) as Record<'title', Message>
  const options = { locale: 'en' } as unknown as Parameters<typeof formatMessage>[3]
  expect(formatMessage('title', message, { name: 'עומר' }, options)).toBe('Delete \u2068עומר\u2069?')
  expect(formatMessage('title', message, { name: '\u2068עומר\u2069' }, options)).toBe('Delete \u2068עומר\u2069?')
})
