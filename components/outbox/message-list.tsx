import { getT } from '@/components/i18n/server'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import { StackedCell } from '@/components/ui/lists/table'
import type { OutboxMessage } from '@/server/messaging/schema'
import { MessageBulkActions } from './message-bulk-actions'

export async function MessageList({
  messages,
  ...frame
}: FilterableListBaseProps & { messages: readonly OutboxMessage[] }) {
  const t = await getT('outbox')
  return (
    <FilterableList
      name="outbox"
      {...frame}
      bulkActions={<MessageBulkActions />}
      rowName={({ recipient }) => recipient}
      caption={t('title')}
      rows={messages}
      rowKey={(message) => message.id}
      rowHref={(message) => `/outbox/${message.id}`}
      columns={[
        {
          key: 'to',
          header: t('columns.to'),
          grow: true,
          phoneSlot: 'title',
          sort: { by: 'recipient', kind: 'text' },
          cell: (message) => message.recipient,
        },
        {
          key: 'message',
          header: t('columns.message'),
          grow: true,
          phoneSlot: 'detail',
          cell: (message) =>
            message.subject === null ? (
              message.preview
            ) : (
              <StackedCell first={message.subject} second={message.preview} />
            ),
        },
        {
          key: 'channel',
          header: t('columns.channel'),
          hiddenBelow: 'md',
          phoneSlot: 'aside',
          cell: (message) => t(`channel.${message.channel}`),
        },
        {
          key: 'created',
          header: t('columns.created'),
          phoneSlot: 'end',
          sort: { by: 'created', kind: 'time' },
          cell: (message) => <Time value={message.createdAt} />,
        },
      ]}
    />
  )
}
