import { z } from 'zod'
import { Id, Timestamp } from '../validation/schema'
import { FAILURE_KINDS, FAULT_KINDS, OPERATIONS_COUNT_MAX, PAUSE_KINDS, WAITING_KINDS } from './constants'

const Count = z
  .number()
  .int()
  .describe(`At most ${OPERATIONS_COUNT_MAX + 1}, which means more than ${OPERATIONS_COUNT_MAX}.`)

/** Work that is due now and not done. */
export const WaitingWork = z.object({
  kind: z.enum(WAITING_KINDS),
  count: Count,
  oldestAt: Timestamp.describe('Since when the oldest is due.'),
  isLate: z.boolean().describe('For so long that something is behind.'),
  sequenceId: Id.nullable().describe('The sequence of the oldest.'),
})
export type WaitingWork = z.infer<typeof WaitingWork>

const HOLD_FIELDS = {
  code: z.string(),
  recordId: Id.nullable(),
  name: z.string().nullable(),
  count: Count.nullable().describe('What waits because of it.'),
  since: Timestamp.nullable(),
  until: Timestamp.nullable().describe('When the first of it goes on by itself.'),
}

export const Fault = z.object({ kind: z.enum(FAULT_KINDS), ...HOLD_FIELDS })
export type Fault = z.infer<typeof Fault>

export const Pause = z.object({ kind: z.enum(PAUSE_KINDS), ...HOLD_FIELDS })
export type Pause = z.infer<typeof Pause>

/** Failures within seven days with one reason, of one sequence, webhook or the like. */
export const FailureGroup = z.object({
  kind: z.enum(FAILURE_KINDS),
  code: z.string(),
  recordId: Id.nullable(),
  name: z.string().nullable(),
  count: Count,
  latestAt: Timestamp,
})
export type FailureGroup = z.infer<typeof FailureGroup>

export const Operations = z.object({
  waiting: z.array(WaitingWork).describe('Only kinds of which something waits.'),
  faults: z.array(Fault),
  pauses: z.array(Pause),
  failures: z.array(FailureGroup).describe('The most frequent first.'),
})
export type Operations = z.infer<typeof Operations>

export const FaultCount = z.object({ count: z.number().int() })
export type FaultCount = z.infer<typeof FaultCount>
