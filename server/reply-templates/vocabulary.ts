import { REPLY_MAX_CHARACTERS as RESPONSE_REPLY_MAX_CHARACTERS } from '../cases/vocabulary'
import { REPLY_MAX_CHARACTERS as REVIEW_REPLY_MAX_CHARACTERS } from '../reviews/vocabulary'

/* Plain values that browsers load too. */

export const TEMPLATE_KINDS = ['response', 'review'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

export const TEMPLATES_MAX = 100

export const TEMPLATE_MAX_CHARACTERS: Record<TemplateKind, number> = {
  response: RESPONSE_REPLY_MAX_CHARACTERS,
  review: REVIEW_REPLY_MAX_CHARACTERS,
}

export const TEMPLATE_NAMES = {
  response: ['firstName', 'lastName', 'score', 'location', 'organization', 'writer'],
  review: ['name', 'location', 'organization'],
} as const satisfies Record<TemplateKind, readonly string[]>

export type TemplateValues<Kind extends TemplateKind> = Record<(typeof TEMPLATE_NAMES)[Kind][number], string>
