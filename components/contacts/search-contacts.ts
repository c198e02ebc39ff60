import { trpc } from '@/components/trpc'
import type { Option } from '@/components/ui/controls/select'
import { toContactOption } from './contact-option'

const CONTACTS_SHOWN = 20

/** Contacts as options of a combobox. */
export async function searchContacts(text: string): Promise<readonly Option[]> {
  const { data } = await trpc.contacts.browse.query({
    ...(text === '' ? {} : { search: text }),
    page: 1,
    limit: CONTACTS_SHOWN,
  })
  return data.map(toContactOption)
}
