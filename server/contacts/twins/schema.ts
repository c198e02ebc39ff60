import { z } from 'zod'
import { Id } from '../../validation/schema'
import { Contact } from '../schema'
import { TWIN_REASONS } from './constants'

const TwinContact = Contact.pick({ id: true, email: true, firstName: true, lastName: true, phone: true })

/** Two contacts that are likely the same person. */
export const ContactTwins = z.object({
  contacts: z.tuple([TwinContact, TwinContact]).describe('The one that was added first comes first.'),
  reason: z.enum(TWIN_REASONS),
})
export type ContactTwins = z.infer<typeof ContactTwins>

export const ListContactTwins = z.object({ id: Id.exactOptional().describe('Twins of this contact alone.') })
export const DismissTwins = z.object({ id: Id, otherId: Id })
export type DismissTwins = z.infer<typeof DismissTwins>
