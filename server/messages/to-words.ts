import type { Locale } from './locale'
import { translator } from './messages'
import { readSentence, type Sentence, type SentenceValues } from './sentence'

/** British English, which has no comma before "and". */
const LISTS = {
  en: { or: new Intl.ListFormat('en-GB', { type: 'disjunction' }), and: new Intl.ListFormat('en-GB') },
  fr: { or: new Intl.ListFormat('fr', { type: 'disjunction' }), and: new Intl.ListFormat('fr') },
} satisfies Record<Locale, Record<'or' | 'and', Intl.ListFormat>>

export function toWords(locale: Locale, said: Sentence): string {
  const { key, values } = readSentence(said)
  const shown = Object.entries(values).map(([name, value]) => [name, toShown(locale, value)])
  return translator(locale, 'errors')(key, Object.fromEntries(shown))
}

function toShown(locale: Locale, value: SentenceValues[string]): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  return 'all' in value ? LISTS[locale].and.format(value.all) : LISTS[locale].or.format(value)
}
