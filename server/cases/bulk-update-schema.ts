import { z } from 'zod'
import { ResponseSelection } from '../responses/schema'
import { Id } from '../validation/schema'
import { BULK_RESPONSES_MAX } from './constants'
import { CaseChanges, ResponseCase } from './schema'

export const BulkUpdateCases = CaseChanges.extend({ selection: ResponseSelection, addTagId: Id.exactOptional() })

/** The responses whose cases had the same values before a bulk update, and have the same after it. */
const CaseChangeGroup = z.object({
  ids: z.array(Id).min(1).max(BULK_RESPONSES_MAX),
  before: ResponseCase,
  after: ResponseCase,
})
export type CaseChangeGroup = z.infer<typeof CaseChangeGroup>

const BulkTagAddition = z.object({ tagId: Id, bulkActionId: Id, ids: z.array(Id).min(1).max(BULK_RESPONSES_MAX) })

/** @property cases input to undo the update, like `tagged` @property tagged null if no response got the tag */
export const BulkUpdateResult = z.object({
  changed: z.number().int(),
  cases: z.array(CaseChangeGroup),
  tagged: BulkTagAddition.nullable(),
})
export type BulkUpdateResult = z.infer<typeof BulkUpdateResult>

export const UndoBulkUpdate = z.object({
  cases: z.array(CaseChangeGroup).max(BULK_RESPONSES_MAX),
  tagged: BulkTagAddition.nullable(),
})
export type UndoBulkUpdate = z.infer<typeof UndoBulkUpdate>
