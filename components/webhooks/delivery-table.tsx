import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { Delivery } from '@/server/webhooks/schema'
import { DeliveryBadge, DeliveryMarks } from './delivery-badge'
import { MAX_ATTEMPTS } from './tones'
import { AnswerWords, ReasonWords } from './words'

export type DeliveryTableProps = { subscriptionId: string; deliveries: readonly Delivery[] }

/** What was sent, and what came back. */
export async function DeliveryTable({ subscriptionId, deliveries }: DeliveryTableProps) {
  const t = await getT('webhooks')
  return (
    <DataTable
      caption={t('log.title')}
      rows={deliveries}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/webhooks/${subscriptionId}/deliveries/${id}`}
      columns={[
        {
          key: 'event',
          header: t('columns.event'),
          cell: (delivery) => (
            <span className="grid">
              <span className="inline-flex flex-wrap items-center gap-x-2">
                {t(`kind.${delivery.kind}`)}
                <DeliveryMarks delivery={delivery} />
              </span>
              {/* A phone has no room for the column that says when. */}
              <Time value={delivery.createdAt} className="text-13 font-normal text-ink-faint sm:hidden" />
            </span>
          ),
          className: 'max-sm:whitespace-normal',
        },
        { key: 'state', header: t('columns.state'), cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
        {
          key: 'lastAnswer',
          header: t('columns.lastAnswer'),
          from: 'md',
          grow: true,
          cell: (delivery) => <Came delivery={delivery} />,
        },
        {
          key: 'attempts',
          header: t('columns.attempts'),
          from: 'md',
          align: 'right',
          cell: ({ attemptCount }) => t('log.attempts', { count: attemptCount, max: MAX_ATTEMPTS }),
        },
        {
          key: 'next',
          header: t('columns.next'),
          from: 'lg',
          cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time value={nextAttemptAt} /> : <Dash />),
        },
        {
          key: 'created',
          header: t('columns.created'),
          from: 'sm',
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
      ]}
    />
  )
}

function Came({ delivery: { lastAttempt, reason } }: { delivery: Delivery }) {
  if (reason !== null) return <ReasonWords reason={reason} />
  return lastAttempt ? <AnswerWords attempt={lastAttempt} /> : <Dash />
}
