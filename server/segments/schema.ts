import { z } from 'zod'
import { ContactFilter } from '../contacts/filters/schema'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, requiredTextSchema, Timestamp } from '../validation/schema'
import { SEGMENT_NAME_MAX_CHARACTERS } from './constants'

export const Segment = z
  .object({
    id: Id,
    name: z.string().meta({ example: 'Paris, not asked for 90 days' }),
    filter: z.record(z.string(), z.unknown()).meta({
      description: 'Its conditions, by the names of the query parameters of `GET /contacts`.',
      example: { tag: 'paris', not_surveyed_days: 90 },
    }),
    contacts: z.number().int().describe('How many contacts match now.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Segment' })
export type Segment = z.infer<typeof Segment>

export const ListSegments = PageQuery
export type ListSegments = z.infer<typeof ListSegments>

const SegmentName = requiredTextSchema(SEGMENT_NAME_MAX_CHARACTERS)
const SegmentFilter = ContactFilter.refine(hasCondition, localizableMessage('segment.empty'))

export const CreateSegment = z.object({ name: SegmentName, filter: SegmentFilter })
export type CreateSegment = z.infer<typeof CreateSegment>

export const UpdateSegment = z.object({
  id: Id,
  name: SegmentName.exactOptional(),
  filter: SegmentFilter.exactOptional(),
})
export type UpdateSegment = z.infer<typeof UpdateSegment>

function hasCondition(filter: ContactFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}
