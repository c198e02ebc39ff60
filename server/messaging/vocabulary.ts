/* Placeholders and validation of message texts. No server dependencies: browsers load this file. */

/** Causes of SMS failures that the message catalog has texts for (`sequences.smsCauses`). */
export const SMS_CAUSES = [
  'number',
  'unreachable',
  'optedOut',
  'region',
  'sender',
  'trial',
  'credentials',
  'account',
  'busy',
  'noConnection',
  'noAnswer',
  'failure',
] as const
export type SmsCause = (typeof SMS_CAUSES)[number]

export const PLACEHOLDER_NAMES = [
  'firstName',
  'lastName',
  'email',
  'organization',
  'surveyLink',
  'reviewLinks',
] as const

export type TextPart = string | Placeholder
type Placeholder = { written: string; name: string; fallback: string }

/** Splits a text at its placeholders; concatenating the parts as written restores the text. Runs in linear time. */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g)) {
    const [written, name = '', fallback = ''] = match
    parts.push(text.slice(end, match.index), { written, name: name.trim(), fallback: fallback.trim() })
    end = match.index + written.length
  }
  return [...parts, text.slice(end)]
}

export function findStrayBraces(text: string): string | undefined {
  return text.split(/\s+/).find((word) => word.includes('{{') || word.includes('}}'))
}

/**
 * Replaces `{{name}}`, or `{{name|friend}}` if the name is unknown. Unknown placeholders become empty, and an empty value
 * leaves no double space.
 */
export function fillText(template: string, values: Record<string, string>): string {
  const known = new Map(Object.entries(values))
  let text = ''
  let last: string | undefined
  let isGap = false
  for (const part of partsOfText(template)) {
    const words = typeof part === 'string' ? part : known.get(part.name) || part.fallback
    const added = isGap && isBlank(last) ? words.replace(/^[^\S\n]+/, '') : words
    text += added
    last = added.at(-1) ?? last
    if (part !== '') isGap = words === ''
  }
  return text.trim()
}

/** Why a text cannot be sent as written; `reads` is what a recipient without that name would see. */
export type TextFault =
  | { code: 'unknownPlaceholder'; values: { placeholder: string } }
  | { code: 'needsFallback'; values: { placeholder: string; name: string; reads: string } }
  | { code: 'nothingToLink'; values: { placeholder: string } }
  | { code: 'saysNothing'; values: Record<string, never> }
  | { code: 'reviewLinksByScore'; values: { placeholder: string } }

/**
 * The first problem of a text, for any recipient.
 * @param hasSurvey whether a survey is sent before it or in it.
 * @param isByScore whether it is only sent after certain scores.
 */
export function faultOfText(text: string, hasSurvey: boolean, isByScore = false): TextFault | undefined {
  const parts = partsOfText(text)
  return (
    faultOfNames(parts) ??
    (isByScore ? faultOfAsking(parts) : undefined) ??
    (hasSurvey ? undefined : faultOfLink(parts)) ??
    faultOfEmptyNames(parts) ??
    (parts.some(saysSomething) ? undefined : { code: 'saysNothing', values: {} })
  )
}

function faultOfNames(parts: readonly TextPart[]): TextFault | undefined {
  for (const part of parts) {
    const placeholder =
      typeof part === 'string' ? findStrayBraces(part) : isPlaceholderName(part.name) ? undefined : part.written
    if (placeholder !== undefined) return { code: 'unknownPlaceholder', values: { placeholder } }
  }
  return undefined
}

function isPlaceholderName(name: string): boolean {
  return PLACEHOLDER_NAMES.some((known) => known === name)
}

/** Review requests must go to all contacts, never only to satisfied ones. */
function faultOfAsking(parts: readonly TextPart[]): TextFault | undefined {
  const asks = parts.find((part) => typeof part !== 'string' && part.name === 'reviewLinks')
  return typeof asks === 'object' ? { code: 'reviewLinksByScore', values: { placeholder: asks.written } } : undefined
}

function faultOfLink(parts: readonly TextPart[]): TextFault | undefined {
  const link = parts.find((part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '')
  return typeof link === 'object' ? { code: 'nothingToLink', values: { placeholder: link.written } } : undefined
}

function faultOfEmptyNames(parts: readonly TextPart[]): TextFault | undefined {
  const filled = plainWords(parts, 'x')
  let start = 0
  for (const [index, part] of parts.entries()) {
    const end = start + (typeof part === 'string' ? part.length : 1)
    if (typeof part !== 'string' && mayBeEmpty(part)) {
      const lineEnd = filled.indexOf('\n', end)
      const left = filled.slice(filled.lastIndexOf('\n', start) + 1, start)
      const right = filled.slice(end, lineEnd === -1 ? undefined : lineEnd)
      if (readsBroken(left, right)) return needsFallback(parts, index, part)
    }
    start = end
  }
  return undefined
}

function needsFallback(parts: readonly TextPart[], index: number, part: Placeholder): TextFault {
  const before = plainWords(parts.slice(0, index), '…').split('\n').at(-1) ?? ''
  const after = plainWords(parts.slice(index + 1), '…').split('\n')[0] ?? ''
  const reads = `${before.slice(-30)}${after.slice(0, 30)}`.trim()
  return { code: 'needsFallback', values: { placeholder: part.written, name: part.name, reads } }
}

function mayBeEmpty(part: Placeholder): boolean {
  return (part.name === 'firstName' || part.name === 'lastName') && part.fallback === ''
}

function saysSomething(part: TextPart): boolean {
  return typeof part === 'string' ? /[^\s\p{C}]/u.test(part) : !mayBeEmpty(part)
}

function plainWords(parts: readonly TextPart[], filled: string): string {
  return parts.map((part) => (typeof part === 'string' ? part : filled)).join('')
}

/** Words that lead up to a name: without it the sentence breaks off. */
const LEADING =
  /(?:^|[^\p{L}])(?:dear|mr|mrs|ms|dr|to|for|from|with|by|and|cher|chère|cher\(e\)|cher·e|m|mme|à|pour|de|avec|par|et)\.?$/iu
/** Longer than the longest of them: only the end of a line is matched. */
const LEADING_MAX_CHARACTERS = 12

function readsBroken(left: string, right: string): boolean {
  const before = left.trimEnd()
  const after = right.trimStart()
  if (before === '' && after === '') return false
  // Punctuation or letters that touched the name: "Dear ,", "’s visit", "( )".
  if (!isBlank(right[0]) || !isBlank(left.at(-1))) return true
  // The name began a sentence, or followed a pause or a word that needs it.
  const last = before.at(-1) ?? '.'
  return (
    (after !== '' && /[.!?…]/.test(last)) ||
    /[,;:([{«“"–—-]/.test(last) ||
    LEADING.test(before.slice(-LEADING_MAX_CHARACTERS))
  )
}

/** Greetings in the languages that authors write in. */
const GREETING =
  /^(?:hello|hi|hey|hiya|dear|greetings|good (?:morning|afternoon|evening|day)|bonjour|bonsoir|salut|coucou|cher|chère|chers|chères|madame|monsieur|hallo|guten (?:tag|morgen|abend)|liebe|lieber|hola|estimad[oa]|ciao|buongiorno|gentile|olá|prezad[oa])(?![\p{L}\p{N}])/iu

export function greetsReader(text: string): boolean {
  const opening = text.trimStart().split(/\n[^\S\n]*\n/, 1)[0] ?? ''
  return (
    GREETING.test(opening) ||
    partsOfText(opening).some(
      (part) => typeof part !== 'string' && (part.name === 'firstName' || part.name === 'lastName'),
    )
  )
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character)
}
