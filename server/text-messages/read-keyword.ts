/* Words that people answer to text messages to get no more, to get them again, or to ask for help. */

import type { Language } from '../validation/schema'

export type TextMessageKeyword = 'stop' | 'start' | 'help'

/**
 * @property language null for a word that English and French share
 * @property isTwilioDefault Twilio acts on the word and answers it by default
 */
type KeywordMatch = { keyword: TextMessageKeyword; language: Language | null; isTwilioDefault: boolean }

/** https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
const TWILIO_DEFAULTS: Record<TextMessageKeyword, readonly string[]> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO'],
}
const ENGLISH: Partial<Record<TextMessageKeyword, readonly string[]>> = {
  stop: ['STOP ALL', 'OPT OUT', 'STOP TEXTING', 'STOP TEXTING ME'],
}
const FRENCH: Record<TextMessageKeyword, readonly string[]> = {
  stop: ['ARRET', 'ARRETE', 'ARRETT', 'ARRETER', 'ARRETEZ', 'STOP SMS', 'DESABONNER', 'DESABONNEMENT', 'DESINSCRIRE'],
  start: ['OUI'],
  help: ['AIDE'],
}

/** A plain yes may also answer something else: it only means START to a person who answered STOP before. */
export const AMBIGUOUS_START_WORDS: ReadonlySet<string> = new Set(['YES', 'OUI'])

const WORDS = new Map<string, KeywordMatch>([
  ...toEntries(FRENCH, { language: 'fr', isTwilioDefault: false }),
  ...toEntries(ENGLISH, { language: 'en', isTwilioDefault: false }),
  ...toEntries(TWILIO_DEFAULTS, { language: 'en', isTwilioDefault: true }),
])

const SHARED_WORDS: ReadonlySet<string> = new Set(['STOP', 'START'])
const POLITE_WORDS = /\b(?:PLEASE|PLS|THANKS|THANK YOU|SVP|MERCI)\b/g
const KEYWORD_MAX_CHARACTERS = 100

/**
 * The keyword that a text message consists of, whatever its case, accents, punctuation and polite words. Twilio only acts on the bare word.
 * @param text of any length
 */
export function readKeyword(text: string): (KeywordMatch & { word: string }) | null {
  const trimmed = text.trim()
  if (trimmed.length > KEYWORD_MAX_CHARACTERS) return null
  const letters = trimmed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  const word = letters.replace(POLITE_WORDS, '').replace(/ +/g, ' ').trim()
  const match = WORDS.get(word)
  if (!match) return null
  const language = SHARED_WORDS.has(word) ? null : match.language
  return { ...match, word, language, isTwilioDefault: match.isTwilioDefault && trimmed.toUpperCase() === word }
}

function toEntries(
  words: Partial<Record<TextMessageKeyword, readonly string[]>>,
  match: Omit<KeywordMatch, 'keyword'>,
): [string, KeywordMatch][] {
  return Object.entries(words).flatMap(([keyword, list]) =>
    list.map((word): [string, KeywordMatch] => [word, { ...match, keyword: keyword as TextMessageKeyword }]),
  )
}
