import type { PlaceholderName } from '../schema'
import { fillText, partsOfText } from '../vocabulary'

export type Placeholders = Record<PlaceholderName, string>

/**
 * Replaces `{{firstName}}`, or `{{firstName|there}}` if the first name is unknown. Texts are validated when they are saved, so
 * every placeholder is known. The result is plain text: the renderer must escape it.
 */
export function fillIn(template: string, values: Placeholders): string {
  return fillText(template, values)
}

/** Whether the text contains a survey link without a fallback. */
export function needsLink(template: string): boolean {
  return partsOfText(template).some(
    (part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '',
  )
}
