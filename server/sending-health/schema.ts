import { z } from 'zod'
import { Timestamp } from '../validation/schema'
import { MAILBOX_PROVIDER_NAMES, SENDING_PROBLEMS } from './constants'

const Count = z.number().int()

/**
 * Emails to contacts.
 * @property delivered confirmed by the provider or by an answer; bounces are not among them
 * @property answered with a completed or partial response
 */
const EmailCounts = z.object({
  sent: Count,
  delivered: Count,
  bounced: Count,
  complained: Count,
  answered: Count,
})
export type EmailCounts = z.infer<typeof EmailCounts>

export const SendingHealth = z.object({
  /** Of the last HEALTH_DAYS; message units, text messages included. */
  counts: z.object({ sent: Count, bounced: Count, complained: Count }),
  state: z.enum(['good', 'warning', 'stop']),
  problem: z.enum(SENDING_PROBLEMS).nullable(),
  stoppedAt: Timestamp.nullable(),
  /** Whether a mail provider reports what became of emails: without it, `delivered` and `complained` say nothing. */
  isReported: z.boolean(),
  total: EmailCounts,
  providers: z.array(EmailCounts.extend({ provider: z.enum(MAILBOX_PROVIDER_NAMES) })),
  /** Newest first, in the organization's time zone; without days on which nothing was sent. */
  days: z.array(EmailCounts.extend({ day: z.iso.date() })),
})
export type SendingHealth = z.infer<typeof SendingHealth>
