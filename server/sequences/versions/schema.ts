import { z } from 'zod'
import { Id } from '../../validation/schema'
import { SaveStep, StepType } from '../schema'

const NextStep = z
  .object({ position: z.number().int().describe('From 0.'), type: StepType })
  .nullable()
  .describe('Null if nothing is ahead.')

export const PreviewMove = z.object({ id: Id, steps: z.array(SaveStep) })
export type PreviewMove = z.infer<typeof PreviewMove>

/** What moving the people under way to other steps would change for them. */
export const MovePreview = z.object({
  people: z.number().int().describe('Under way in the sequence.'),
  changes: z
    .array(z.object({ people: z.number().int(), before: NextStep, after: NextStep }))
    .describe('The next step of people now, and after the move; people whose next step stays the same are left out.'),
})
export type MovePreview = z.infer<typeof MovePreview>
