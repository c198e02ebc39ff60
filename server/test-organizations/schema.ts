import { z } from 'zod'
import { Id, requiredTextSchema, Timestamp } from '../validation/schema'
import { CLOCK_STEPS } from './constants'

/**
 * The clock of a test organization.
 * @property now the time of the clock
 * @property offsetMs how far it is ahead of the real time
 * @property advancesTo the time that it is being moved to, while what is due until then is done; null if it is not
 * @property nextDueAt when the next thing is due
 */
export const TestClock = z.object({
  now: Timestamp,
  offsetMs: z.number(),
  advancesTo: Timestamp.nullable(),
  nextDueAt: Timestamp.nullable(),
})
export type TestClock = z.infer<typeof TestClock>

export const AdvanceClock = z.object({ by: z.enum(CLOCK_STEPS) })
export type AdvanceClock = z.infer<typeof AdvanceClock>

/** @property id null if the organization has none, or is one itself */
export const OwnTestOrganization = z.object({ id: Id.nullable(), name: z.string().nullable(), isMember: z.boolean() })
export type OwnTestOrganization = z.infer<typeof OwnTestOrganization>

export const CreateTestOrganization = z.object({ name: requiredTextSchema(110) })

/** @property isTest it is the test organization of the other one */
export const Counterpart = z.object({ id: Id, name: z.string(), isTest: z.boolean() })
export type Counterpart = z.infer<typeof Counterpart>

export const CopiedSequence = z.object({ organizationId: Id, sequenceId: Id })
export type CopiedSequence = z.infer<typeof CopiedSequence>
