import { z } from 'zod'
import { Id, Timestamp } from '../validation/schema'

export const UnreadCounts = z.object({
  since: Timestamp.nullable().describe('Null on a first visit: then nothing is new.'),
  openedIds: z
    .array(Id)
    .describe('Responses that came in since then and were opened: they are not new, and not counted.'),
  responses: z.number().int(),
  low: z.number().int().describe('Of the responses: those with a negative score.'),
  reviews: z.number().int(),
  reviewsFrom: z.iso
    .date()
    .nullable()
    .describe('The day, by the organization’s clock, on which the first of the reviews was published.'),
})
export type UnreadCounts = z.infer<typeof UnreadCounts>

export const RecordVisit = z.object({ shownAt: Timestamp.exactOptional() })
export type RecordVisit = z.infer<typeof RecordVisit>

export const ResponseIdInput = z.object({ id: Id })

export const MarkAllRead = z.object({ shownAt: Timestamp })
