import { z } from 'zod'
import { Reason } from '../messaging/outcome/schema'
import { Id, Timestamp } from '../validation/schema'
import { BOUNCE_TYPES, MESSAGE_EVENT_KINDS } from './constants'

const WORDS_MAX_CHARACTERS = 500
const CODE_MAX_CHARACTERS = 40
const DEDUPE_KEY_MAX_CHARACTERS = 200

/** Text of a stranger on one line, without control characters. Too long, it is cut. */
const wordsSchema = (maxCharacters: number) =>
  z.string().transform((text) =>
    text
      .slice(0, maxCharacters * 4)
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, maxCharacters)
      .toWellFormed(),
  )

/**
 * @property bounceType `hard`: the address does not exist, so it is suppressed; null unless it is a bounce
 * @property dedupeKey the same in each repetition of one report, and different for every other report about the message
 */
export const ReportedMessageEvent = z.object({
  channel: z.enum(['email', 'sms']).default('email'),
  kind: z.enum(MESSAGE_EVENT_KINDS),
  bounceType: z.enum(BOUNCE_TYPES).nullable().default(null),
  code: wordsSchema(CODE_MAX_CHARACTERS).nullable().default(null),
  words: wordsSchema(WORDS_MAX_CHARACTERS).nullable().default(null),
  isMachine: z.boolean().default(false),
  provider: z.string(),
  occurredAt: z.date(),
  dedupeKey: wordsSchema(DEDUPE_KEY_MAX_CHARACTERS),
})
export type ReportedMessageEvent = z.infer<typeof ReportedMessageEvent>
export type NewMessageEvent = z.input<typeof ReportedMessageEvent>

export const ContactBouncedPayload = z
  .object({
    event: z.literal('contact.bounced'),
    occurredAt: Timestamp.describe('When the service learned it.'),
    contactId: Id,
    email: z.string().describe('The address. Nothing is emailed to it until the suppression is lifted.'),
    sendingId: Id.nullable().describe('The sending whose message came back; null for a reply of a member.'),
    code: z.string().nullable().describe('An enhanced status code such as `5.1.1`, or the provider’s own code.'),
    words: z.string().nullable().describe('What the mail server or provider said.'),
  })
  .meta({ id: 'ContactBounced' })
export type ContactBouncedPayload = z.infer<typeof ContactBouncedPayload>

export const SendingFailedPayload = z
  .object({
    event: z.literal('sending.failed'),
    occurredAt: Timestamp.describe('When the service learned it.'),
    sendingId: Id,
    sequenceId: Id.nullable().describe('Null for a survey that was sent without a sequence.'),
    stepId: Id,
    contactId: Id,
    email: z.string().describe('The address at enrolment.'),
    channel: z.enum(['email', 'sms']),
    status: z
      .enum(['bounced', 'failed'])
      .describe('`bounced`: refused because of the recipient. `failed`: for another reason.'),
    reason: Reason.shape.code,
    words: z.string().nullable().describe('What the mail server or provider said.'),
    surveyId: Id.exactOptional().describe('Only for a survey step.'),
  })
  .meta({ id: 'SendingFailed' })
export type SendingFailedPayload = z.infer<typeof SendingFailedPayload>
