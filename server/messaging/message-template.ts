import { ANSWER_PLACEHOLDER_PREFIX, FIELD_PLACEHOLDER_PREFIX, PROPERTY_PLACEHOLDER_PREFIX } from './constants'

/* Placeholders and validation of message texts. No server dependencies: browsers load this file. */

export const PLACEHOLDER_NAMES = [
  'firstName',
  'lastName',
  'email',
  'organization',
  'surveyLink',
  'reviewLinks',
] as const
export type PlaceholderName = (typeof PLACEHOLDER_NAMES)[number]

export type TemplatePart = string | TemplatePlaceholder
type TemplatePlaceholder = { source: string; name: string; fallback: string }

export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of text.matchAll(/\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g)) {
    const [written, name = '', fallback = ''] = match
    parts.push(text.slice(end, match.index), { source: written, name: name.trim(), fallback: fallback.trim() })
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
export function fillTemplate(template: string, values: Record<string, string>): string {
  const valueByName = new Map(Object.entries(values))
  return fillParts(parseTemplate(template), ({ name, fallback }) => valueByName.get(name) || fallback)
}

/** Joins the parts of a text. An empty value leaves no double space. */
export function fillParts(
  parts: readonly TemplatePart[],
  readValue: (placeholder: TemplatePlaceholder) => string,
): string {
  let text = ''
  let lastCharacter: string | undefined
  let isGap = false
  for (const part of parts) {
    const value = typeof part === 'string' ? part : readValue(part)
    const addition = isGap && isBlank(lastCharacter) ? value.replace(/^[^\S\n]+/, '') : value
    text += addition
    lastCharacter = addition.at(-1) ?? lastCharacter
    if (part !== '') isGap = value === ''
  }
  return text.trim()
}

/** Why a text cannot be sent as written; `reads` is what a recipient without that name would see. */
export type TemplateError =
  | { code: 'unknownPlaceholder'; values: { placeholder: string } }
  | { code: 'needsFallback' | 'propertyNeedsFallback'; values: { placeholder: string; name: string; reads: string } }
  | { code: 'nothingToLink'; values: { placeholder: string } }
  | { code: 'saysNothing'; values: Record<string, never> }
  | { code: 'reviewLinksByScore'; values: { placeholder: string } }

/**
 * The first problem of a text, for any recipient.
 * @param hasSurvey whether a survey is sent before it or in it.
 * @param isByScore whether it is only sent after certain scores.
 */
export function findFirstTemplateError(text: string, hasSurvey: boolean, isByScore = false): TemplateError | undefined {
  const parts = parseTemplate(text)
  return (
    findUnknownPlaceholder(parts, isPlaceholderName) ??
    // Review requests must go to all contacts, never only to satisfied ones.
    (isByScore ? toTemplateError('reviewLinksByScore', listPlaceholders(text, 'reviewLinks')[0]) : undefined) ??
    (hasSurvey ? undefined : toTemplateError('nothingToLink', findPlaceholderWithoutFallback(text, 'surveyLink'))) ??
    findMissingFallback(parts) ??
    (parts.some(hasContent) ? undefined : { code: 'saysNothing', values: {} })
  )
}

/**
 * The first problem of a text that is no message.
 * @param isKnown whether the text may have a placeholder of this name
 */
export function findFirstWordingError(text: string, isKnown: (name: string) => boolean): TemplateError | undefined {
  const parts = parseTemplate(text)
  return (
    findUnknownPlaceholder(parts, isKnown) ??
    findMissingFallback(parts) ??
    (parts.some(hasContent) ? undefined : { code: 'saysNothing', values: {} })
  )
}

function listPlaceholders(text: string, ...names: PlaceholderName[]): TemplatePlaceholder[] {
  return parseTemplate(text)
    .filter((part) => typeof part !== 'string')
    .filter((placeholder) => names.some((name) => name === placeholder.name))
}

export function findPlaceholderWithoutFallback(text: string, name: PlaceholderName): TemplatePlaceholder | undefined {
  return listPlaceholders(text, name).find(({ fallback }) => fallback === '')
}

function toTemplateError(code: 'reviewLinksByScore' | 'nothingToLink', placeholder: TemplatePlaceholder | undefined) {
  return placeholder && { code, values: { placeholder: placeholder.source } }
}

function findUnknownPlaceholder(
  parts: readonly TemplatePart[],
  isKnown: (name: string) => boolean,
): TemplateError | undefined {
  for (const part of parts) {
    const placeholder = typeof part === 'string' ? findStrayBraces(part) : isKnown(part.name) ? undefined : part.source
    if (placeholder !== undefined) return { code: 'unknownPlaceholder', values: { placeholder } }
  }
  return undefined
}

function isPlaceholderName(name: string): boolean {
  return PLACEHOLDER_NAMES.some((known) => known === name) || isPropertyPlaceholder(name)
}

export function isPropertyPlaceholder(name: string): boolean {
  return name.startsWith(PROPERTY_PLACEHOLDER_PREFIX) && name.length > PROPERTY_PLACEHOLDER_PREFIX.length
}

/** Keys of the contact properties that a text names, with or without a fallback. */
export function listPropertyPlaceholders(text: string): { key: string; source: string; fallback: string }[] {
  return parseTemplate(text).flatMap((part) =>
    typeof part !== 'string' && isPropertyPlaceholder(part.name)
      ? { key: part.name.slice(PROPERTY_PLACEHOLDER_PREFIX.length), source: part.source, fallback: part.fallback }
      : [],
  )
}

function findMissingFallback(parts: readonly TemplatePart[]): TemplateError | undefined {
  const filled = joinParts(parts, 'x')
  let start = 0
  for (const [index, part] of parts.entries()) {
    const end = start + (typeof part === 'string' ? part.length : 1)
    if (typeof part !== 'string' && mayBeEmpty(part)) {
      const lineEnd = filled.indexOf('\n', end)
      const left = filled.slice(filled.lastIndexOf('\n', start) + 1, start)
      const right = filled.slice(end, lineEnd === -1 ? undefined : lineEnd)
      if (readsBroken(left, right)) return missingFallback(parts, index, part)
    }
    start = end
  }
  return undefined
}

function missingFallback(parts: readonly TemplatePart[], index: number, part: TemplatePlaceholder): TemplateError {
  const before = joinParts(parts.slice(0, index), '…').split('\n').at(-1) ?? ''
  const after = joinParts(parts.slice(index + 1), '…').split('\n')[0] ?? ''
  const reads = `${before.slice(-30)}${after.slice(0, 30)}`.trim()
  const code = isContactName(part.name) ? 'needsFallback' : 'propertyNeedsFallback'
  return { code, values: { placeholder: part.source, name: part.name, reads } }
}

const PREFIXES_OF_UNSURE_VALUES = [PROPERTY_PLACEHOLDER_PREFIX, ANSWER_PLACEHOLDER_PREFIX, FIELD_PLACEHOLDER_PREFIX]

function mayBeEmpty({ name, fallback }: TemplatePlaceholder): boolean {
  const mayBeMissing = isContactName(name) || PREFIXES_OF_UNSURE_VALUES.some((prefix) => name.startsWith(prefix))
  return mayBeMissing && fallback === ''
}

function isContactName(name: string): boolean {
  return name === 'firstName' || name === 'lastName'
}

function hasContent(part: TemplatePart): boolean {
  return typeof part === 'string' ? /[^\s\p{C}]/u.test(part) : !mayBeEmpty(part)
}

function joinParts(parts: readonly TemplatePart[], filled: string): string {
  return parts.map((part) => (typeof part === 'string' ? part : filled)).join('')
}

const NAME_LEAD_IN =
  /(?:^|[^\p{L}])(?:dear|mr|mrs|ms|dr|to|for|from|with|by|and|cher|chère|cher\(e\)|cher·e|m|mme|à|pour|de|avec|par|et)\.?$/iu
const NAME_LEAD_IN_MAX_CHARACTERS = 12

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
    NAME_LEAD_IN.test(before.slice(-NAME_LEAD_IN_MAX_CHARACTERS))
  )
}

const GREETING =
  /^(?:hello|hi|hey|hiya|dear|greetings|good (?:morning|afternoon|evening|day)|bonjour|bonsoir|salut|coucou|cher|chère|chers|chères|madame|monsieur|hallo|guten (?:tag|morgen|abend)|liebe|lieber|hola|estimad[oa]|ciao|buongiorno|gentile|olá|prezad[oa])(?![\p{L}\p{N}])/iu

export function startsWithGreeting(text: string): boolean {
  const opening = text.trimStart().split(/\n[^\S\n]*\n/, 1)[0] ?? ''
  return GREETING.test(opening) || listPlaceholders(opening, 'firstName', 'lastName').length > 0
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character)
}
