import type { PlaceholderName } from '../schema'
import { partsOfText } from '../vocabulary'

/** What stands for each placeholder in one message; an unknown name is empty. */
export type Placeholders = Record<PlaceholderName, string>

/**
 * Fills in `{{firstName}}`, or `{{firstName|friend}}` for those whose first name is not known; of what stays empty, no
 * second space remains. Texts are checked when they are saved, so every name is one of ours. What is filled in is plain
 * text: whoever renders it escapes it.
 */
export function fillIn(template: string, values: Placeholders): string {
  const known = new Map<string, string>(Object.entries(values))
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

/** Whether a text shows a survey's link, and has nothing to say in its place. */
export function needsLink(template: string): boolean {
  return partsOfText(template).some(
    (part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '',
  )
}
