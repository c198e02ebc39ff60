import type { PlaceholderName } from '../schema'
import { fillText, partsOfText } from '../vocabulary'

export type Placeholders = Record<PlaceholderName, string>

export function fillIn(template: string, values: Placeholders): string {
  return fillText(template, values)
}

export function needsLink(template: string): boolean {
  return partsOfText(template).some(
    (part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '',
  )
}
