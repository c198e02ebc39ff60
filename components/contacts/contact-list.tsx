import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import { StackedCell } from '@/components/ui/lists/table'
import { contactName, hasContactName } from '@/server/contacts/contact-name'
import type { Contact } from '@/server/contacts/schema'
import { ContactBulkActions } from './contact-bulk-actions'

type ContactListProps = FilterableListBaseProps & {
  contacts: readonly Contact[]
  locationNames: ReadonlyMap<string, string>
}

export async function ContactList({ contacts, locationNames, ...frame }: ContactListProps) {
  const t = await getT('contacts')
  return (
    <FilterableList
      name="contacts"
      {...frame}
      bulkActions={<ContactBulkActions />}
      rowName={contactName}
      caption={t('title')}
      rows={contacts}
      rowKey={(contact) => contact.id}
      rowHref={(contact) => `/contacts/${contact.id}`}
      columns={[
        {
          key: 'name',
          header: t('columns.name'),
          cell: (contact) => (
            <StackedCell first={contactName(contact)} second={hasContactName(contact) && contact.email} />
          ),
          className: 'w-full min-w-36',
          phoneSlot: 'title',
          sort: { by: 'name', kind: 'text' },
        },
        {
          key: 'status',
          header: t('columns.status'),
          cell: (contact) => (contact.unsubscribed ? <Badge tone="neutral">{t('unsubscribed')}</Badge> : null),
          phoneSlot: 'aside',
          className: 'sm:min-w-36',
        },
        {
          key: 'location',
          header: t('columns.location'),
          cell: (contact) => (contact.locationId && locationNames.get(contact.locationId)) || <Dash />,
          hiddenBelow: 'md',
          className: 'min-w-36',
        },
        {
          key: 'tags',
          header: t('columns.tags'),
          cell: (contact) => (contact.tags.length > 0 ? contact.tags.join(', ') : <Dash />),
          hiddenBelow: 'lg',
          className: 'min-w-40',
        },
        {
          key: 'added',
          header: t('columns.added'),
          cell: (contact) => <Time value={contact.createdAt} />,
          className: 'sm:min-w-32',
          phoneSlot: 'end',
          sort: { by: 'created', kind: 'time' },
        },
      ]}
    />
  )
}
