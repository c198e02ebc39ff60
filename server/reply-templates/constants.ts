import { RESPONSE_REPLY_MAX_CHARACTERS } from '../cases/constants'
import { REVIEW_REPLY_MAX_CHARACTERS } from '../reviews/constants'

/* Plain values that browsers load too. */

export const REPLY_TEMPLATE_KINDS = ['response', 'review'] as const
export type ReplyTemplateKind = (typeof REPLY_TEMPLATE_KINDS)[number]

export const REPLY_TEMPLATES_PER_KIND_MAX = 100

export const REPLY_TEMPLATE_MAX_CHARACTERS: Record<ReplyTemplateKind, number> = {
  response: RESPONSE_REPLY_MAX_CHARACTERS,
  review: REVIEW_REPLY_MAX_CHARACTERS,
}

export const REPLY_TEMPLATE_PLACEHOLDERS = {
  response: ['firstName', 'lastName', 'score', 'location', 'organization', 'writer'],
  review: ['name', 'location', 'organization'],
} as const satisfies Record<ReplyTemplateKind, readonly string[]>

export type ReplyTemplateValues<Kind extends ReplyTemplateKind> = Record<
  (typeof REPLY_TEMPLATE_PLACEHOLDERS)[Kind][number],
  string
>
