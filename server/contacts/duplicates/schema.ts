import { z } from 'zod'
import { Id } from '../../validation/schema'
import { Contact } from '../schema'
import { DUPLICATE_REASONS } from './constants'

const DuplicateContact = Contact.pick({ id: true, email: true, firstName: true, lastName: true, phone: true })

/** Two contacts that are likely the same person. */
export const ContactDuplicatePair = z.object({
  contacts: z.tuple([DuplicateContact, DuplicateContact]).describe('The one that was added first comes first.'),
  reason: z.enum(DUPLICATE_REASONS),
})
export type ContactDuplicatePair = z.infer<typeof ContactDuplicatePair>

export const ListContactDuplicates = z.object({ id: Id.exactOptional().describe('Duplicates of this contact alone.') })
export const DismissDuplicates = z.object({ id: Id, otherId: Id })
export type DismissDuplicates = z.infer<typeof DismissDuplicates>
