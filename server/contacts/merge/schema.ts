import { z } from 'zod'
import { Id } from '../../validation/schema'
import { MERGE_FIELDS } from './constants'

export const MergeContacts = z.object({
  id: Id.describe('The contact that stays.'),
  otherId: Id.describe('The contact that is merged into it, and goes.'),
  fromOther: z
    .array(z.enum(MERGE_FIELDS))
    .max(MERGE_FIELDS.length)
    .exactOptional()
    .describe('Fields to take from the other contact. By default those that the kept one leaves empty.'),
})
export type MergeContacts = z.infer<typeof MergeContacts>

export const MergedContact = z.object({ id: Id, mergedId: Id })
export type MergedContact = z.infer<typeof MergedContact>
