/* What the texts of messages may say, and what is wrong with one: plain, because browsers load it. */

/** Why a text message did not leave, or not yet, where we have words of our own for it (`sequences.smsCauses` in the messages). */
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

/** A piece of a text: words, or a placeholder as it was written, with what stands there when it is not known. */
export type TextPart = string | { written: string; name: string; fallback: string }

/** Takes a text apart; joined again, its pieces are the text. */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g)) {
    const [written, name = '', fallback = ''] = match
    parts.push(text.slice(end, match.index), { written, name, fallback: fallback.trim() })
    end = match.index + written.length
  }
  return [...parts, text.slice(end)]
}

/**
 * Fills in `{{name}}`, or `{{name|friend}}` where the name is not known; of what stays empty, no second space remains. An
 * unknown name is empty.
 */
export function fillText(template: string, values: Record<string, string>): string {
  const known = new Map(Object.entries(values))
  let text = ''
  let isGap = false
  for (const part of partsOfText(template)) {
    const words = typeof part === 'string' ? part : known.get(part.name) || part.fallback
    const endsSpaced = text === '' || /\s$/.test(text)
    text += isGap && endsSpaced ? words.replace(/^[^\S\n]+/, '') : words
    if (part !== '') isGap = words === ''
  }
  return text.trim()
}

/** Why a text would not leave as it was meant; `reads` is what somebody without that name would see. */
export type TextFault =
  | { code: 'unknownPlaceholder'; values: { placeholder: string } }
  | { code: 'needsFallback'; values: { placeholder: string; name: string; reads: string } }
  | { code: 'nothingToLink'; values: { placeholder: string } }
  | { code: 'saysNothing'; values: Record<string, never> }
  | { code: 'reviewLinksByScore'; values: { placeholder: string } }

/**
 * The first thing that is wrong with a text, for whomever it is sent to.
 * @param hasSurvey one is asked before it, or in it. @param isByScore it is sent to those with certain scores alone.
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
    // Braces that are left over were meant as a placeholder.
    const placeholder =
      typeof part === 'string'
        ? /\S*(?:\{\{|\}\})\S*/.exec(part)?.[0]
        : isPlaceholderName(part.name)
          ? undefined
          : part.written
    if (placeholder !== undefined) return { code: 'unknownPlaceholder', values: { placeholder } }
  }
  return undefined
}

function isPlaceholderName(name: string): boolean {
  return PLACEHOLDER_NAMES.some((known) => known === name)
}

/** Who asks for reviews asks everybody: never those alone who are happy. */
function faultOfAsking(parts: readonly TextPart[]): TextFault | undefined {
  const asks = parts.find((part) => typeof part !== 'string' && part.name === 'reviewLinks')
  return typeof asks === 'object' ? { code: 'reviewLinksByScore', values: { placeholder: asks.written } } : undefined
}

function faultOfLink(parts: readonly TextPart[]): TextFault | undefined {
  const link = parts.find((part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '')
  return typeof link === 'object' ? { code: 'nothingToLink', values: { placeholder: link.written } } : undefined
}

function faultOfEmptyNames(parts: readonly TextPart[]): TextFault | undefined {
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string' || !mayBeEmpty(part)) continue
    const before = parts.slice(0, index)
    const after = parts.slice(index + 1)
    if (!readsBroken(lineBefore(before, 'x'), lineAfter(after, 'x'))) continue
    const reads = `${lineBefore(before, '…').slice(-30)}${lineAfter(after, '…').slice(0, 30)}`.trim()
    return { code: 'needsFallback', values: { placeholder: part.written, name: part.name, reads } }
  }
  return undefined
}

function mayBeEmpty(part: Exclude<TextPart, string>): boolean {
  return (part.name === 'firstName' || part.name === 'lastName') && part.fallback === ''
}

function saysSomething(part: TextPart): boolean {
  return typeof part === 'string' ? /[^\s\p{C}]/u.test(part) : !mayBeEmpty(part)
}

function lineBefore(parts: readonly TextPart[], filled: string): string {
  return plainWords(parts, filled).split('\n').at(-1) ?? ''
}

function lineAfter(parts: readonly TextPart[], filled: string): string {
  return plainWords(parts, filled).split('\n')[0] ?? ''
}

function plainWords(parts: readonly TextPart[], filled: string): string {
  return parts.map((part) => (typeof part === 'string' ? part : filled)).join('')
}

/** Words that lead up to a name: without it they hang in the air. */
const LEADING =
  /(?:^|[^\p{L}])(?:dear|mr|mrs|ms|dr|to|for|from|with|by|and|cher|chère|cher\(e\)|cher·e|m|mme|à|pour|de|avec|par|et)\.?$/iu

/** Whether one line shows that a name is missing between these two halves. */
function readsBroken(left: string, right: string): boolean {
  const before = left.trimEnd()
  const after = right.trimStart()
  if (before === '' && after === '') return false
  // Punctuation or letters that touched the name: "Dear ,", "’s visit", "( )".
  if (/^\S/.test(right) || /\S$/.test(left)) return true
  // A sentence that began with the name, a pause that leads up to it, a word that calls for it.
  return (after !== '' && /(?:^|[.!?…])$/.test(before)) || /[,;:([{«“"–—-]$/.test(before) || LEADING.test(before)
}
