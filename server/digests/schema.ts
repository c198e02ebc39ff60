import { z } from 'zod'
import { Reason } from '../messaging/outcome/schema'
import { MetricOverview, Overview } from '../overview/schema'
import { Id, PageQuery, Timestamp } from '../validation/schema'
import { DIGEST_EMAIL_STATES, DIGEST_SKIP_REASONS } from './constants'

export const DigestEmailState = z.enum(DIGEST_EMAIL_STATES)
export type DigestEmailState = z.infer<typeof DigestEmailState>
export const DigestSkipReason = z.enum(DIGEST_SKIP_REASONS)
export type DigestSkipReason = z.infer<typeof DigestSkipReason>

export const DigestFigures = Overview.pick({ responses: true, rate: true, stars: true }).extend({
  metrics: z.array(MetricOverview.pick({ metric: true, current: true, previous: true, change: true })),
  imported: z.number().int().default(0).describe('Past answers of an import that are dated in this week.'),
  cases: z.object({
    open: z.number().int().describe('Unresolved ones.'),
    overdue: z.number().int(),
  }),
})
export type DigestFigures = z.infer<typeof DigestFigures>

export const DigestLogEmail = z.object({
  name: z.string(),
  state: DigestEmailState,
  reason: Reason.nullable(),
  sentAt: Timestamp.nullable(),
})
export type DigestLogEmail = z.infer<typeof DigestLogEmail>

export const DigestLogEntry = z.object({
  id: Id,
  from: z.iso.date().describe('The Monday of its week.'),
  to: z.iso.date().describe('The Sunday.'),
  isPreview: z.boolean(),
  reason: DigestSkipReason.nullable().describe('Why no digest was sent.'),
  mails: z.array(DigestLogEmail),
  createdAt: Timestamp,
})
export type DigestLogEntry = z.infer<typeof DigestLogEntry>

export const ListDigests = PageQuery
export type ListDigests = z.output<typeof ListDigests>

export const DigestPreference = z.object({ organizationId: Id, name: z.string(), isOn: z.boolean() })
export type DigestPreference = z.infer<typeof DigestPreference>

export const SwitchDigest = z.object({ organizationId: Id, isOn: z.boolean() })
export type SwitchDigest = z.infer<typeof SwitchDigest>
