import type { PlaceholderName } from '../schema'
import { fillText, partsOfText } from '../vocabulary'

/** What stands for each placeholder in one message; an unknown name is empty. */
export type Placeholders = Record<PlaceholderName, string>

/**
 * Fills in `{{firstName}}`, or `{{firstName|there}}` for those whose first name is not known. Texts are checked when they are
 * saved, so every name is one of ours. What is filled in is plain text: whoever renders it escapes it.
 */
export function fillIn(template: string, values: Placeholders): string {
  return fillText(template, values)
}

/** Whether a text shows a survey's link, and has nothing to say in its place. */
export function needsLink(template: string): boolean {
  return partsOfText(template).some(
    (part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '',
  )
}
