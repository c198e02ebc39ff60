import type { Locale } from './locale'
import { translator } from './messages'
import { readSentence, type Sentence } from './sentence'

/** English without the comma before "or". */
const LISTS = {
  en: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
  fr: new Intl.ListFormat('fr', { type: 'disjunction' }),
} satisfies Record<Locale, Intl.ListFormat>

/** A sentence as people read it. */
export function toWords(locale: Locale, said: Sentence): string {
  const { key, values } = readSentence(said)
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' ? value : LISTS[locale].format(value),
  ])
  return translator(locale, 'errors')(key, Object.fromEntries(shown))
}
