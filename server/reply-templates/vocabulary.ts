import { REPLY_MAX_CHARACTERS as RESPONSE_REPLY_MAX_CHARACTERS } from '../cases/vocabulary'
import { REPLY_MAX_CHARACTERS as REVIEW_REPLY_MAX_CHARACTERS } from '../reviews/vocabulary'

/* Plain values that browsers load too. */

/** What a template is for: an email to a customer about their response, or a reply to a review. */
export const TEMPLATE_KINDS = ['response', 'review'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

/** Of a kind, in an organization. */
export const TEMPLATES_MAX = 100

/** As long as what is made of it may be. */
export const TEMPLATE_MAX_CHARACTERS: Record<TemplateKind, number> = {
  response: RESPONSE_REPLY_MAX_CHARACTERS,
  review: REVIEW_REPLY_MAX_CHARACTERS,
}

/**
 * What a template may name. Of a response: the customer, their score, the location that it is about, the organization, and who writes.
 * Of a review: who wrote it, the location that it is about, and the organization.
 */
export const TEMPLATE_NAMES = {
  response: ['firstName', 'lastName', 'score', 'location', 'organization', 'writer'],
  review: ['name', 'location', 'organization'],
} as const satisfies Record<TemplateKind, readonly string[]>

/** What stands for each of them; empty for what is not known. */
export type TemplateValues<Kind extends TemplateKind> = Record<(typeof TEMPLATE_NAMES)[Kind][number], string>
