import type { PlaceholderName } from '../schema'
import { fillTemplate, parseTemplate } from '../vocabulary'

export type PlaceholderValues = Record<PlaceholderName, string>

export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  return fillTemplate(template, values)
}

export function requiresSurveyLink(template: string): boolean {
  return parseTemplate(template).some(
    (part) => typeof part !== 'string' && part.name === 'surveyLink' && part.fallback === '',
  )
}
