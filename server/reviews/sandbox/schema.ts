import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { Id, queryNumberSchema, requiredTextSchema, singleLineTextSchema, textSchema } from '../../validation/schema'
import { REVIEW_REPLY_STATES } from '../constants'

const Checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

export const SandboxSettings = z.object({ isDown: Checkbox, holdsReplies: Checkbox })
export type SandboxSettings = z.infer<typeof SandboxSettings>

const STARS = localizableMessage('value.wholeStars', { from: 1, to: 5 })

export const SandboxReviewInput = z.object({
  author: singleLineTextSchema(100).min(1, localizableMessage('value.missing')),
  rating: queryNumberSchema(z.number(STARS).int(STARS).min(1, STARS).max(5, STARS)),
  text: textSchema(4000).trim().default(''),
  locationId: z.union([z.literal('').transform(() => null), Id]).default(null),
})
export type SandboxReviewInput = z.infer<typeof SandboxReviewInput>

export const SandboxModeration = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('live') }),
  z.object({ verdict: z.literal('rejected'), reason: singleLineTextSchema(200) }),
])
export type SandboxModeration = z.infer<typeof SandboxModeration>

export const FeedReplyInput = z.object({ text: requiredTextSchema(4000) })

export const SandboxReplyState = z.enum(REVIEW_REPLY_STATES).extract(['live', 'pending', 'rejected'])
