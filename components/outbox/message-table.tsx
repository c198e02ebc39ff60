import { getT } from '@/components/i18n/server'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import { TwoLines } from '@/components/ui/lists/table'
import type { CapturedMessage } from '@/server/messaging/schema'

/** Messages that were kept instead of sent. */
export async function MessageTable({ messages }: { messages: readonly CapturedMessage[] }) {
  const t = await getT('outbox')
  return (
    <DataTable
      caption={t('title')}
      rows={messages}
      rowKey={(message) => message.id}
      rowHref={(message) => `/outbox/${message.id}`}
      columns={[
        { key: 'to', header: t('columns.to'), cell: (message) => message.recipient, grow: true },
        {
          key: 'message',
          header: t('columns.message'),
          from: 'sm',
          grow: true,
          cell: (message) =>
            message.subject === null ? message.preview : <TwoLines first={message.subject} second={message.preview} />,
        },
        {
          key: 'channel',
          header: t('columns.channel'),
          from: 'md',
          cell: (message) => t(`channel.${message.channel}`),
        },
        { key: 'created', header: t('columns.created'), cell: (message) => <Time value={message.createdAt} /> },
      ]}
    />
  )
}
