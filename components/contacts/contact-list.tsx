import { ContactBulkActions, type ContactBulkActionsProps } from '@/components/bulk-actions/contact-bulk-actions'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import type { Column } from '@/components/ui/lists/column'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import { StackedCell } from '@/components/ui/lists/table'
import { formatPropertyValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { contactName, hasContactName } from '@/server/contacts/contact-name'
import type { Contact } from '@/server/contacts/schema'

type ContactListProps = FilterableListBaseProps & {
  contacts: readonly Contact[]
  locationNames: ReadonlyMap<string, string>
  properties: readonly ContactProperty[]
  bulkActions: Omit<ContactBulkActionsProps, 'properties'>
}

export async function ContactList({ contacts, locationNames, properties, bulkActions, ...frame }: ContactListProps) {
  const [t, locale] = await Promise.all([getT('contacts'), getLocale()])
  return (
    <FilterableList
      name="contacts"
      {...frame}
      selectsAllMatching
      bulkActions={
        <ClientMessages namespaces={['bulkActions', 'contacts', 'lists', 'properties']}>
          <ContactBulkActions {...bulkActions} properties={properties} />
        </ClientMessages>
      }
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
        ...properties.map(
          (property): Column<Contact> => ({
            key: property.id,
            header: property.label[locale],
            cell: (contact) => formatPropertyValue(property, contact.customFields[property.key], locale) || <Dash />,
            className: 'min-w-32 max-w-60 truncate',
            align: property.type === 'number' ? 'right' : 'left',
            isOptional: true,
          }),
        ),
      ]}
    />
  )
}
