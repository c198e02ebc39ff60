import type { Option } from '@/components/ui/controls/select'
import type { Contact } from '@/server/contacts/schema'

/** A contact as an option: "Ada Lovelace · ada@example.com". */
export function toContactOption({ id, firstName, lastName, email }: NamedContact): Option {
  return { value: id, label: [[firstName, lastName].filter(Boolean).join(' '), email].filter(Boolean).join(' · ') }
}

type NamedContact = Pick<Contact, 'id' | 'firstName' | 'lastName' | 'email'>
