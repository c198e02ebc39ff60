import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import { MAX_ATTEMPTS } from '@/server/webhooks/constants'
import type { Delivery } from '@/server/webhooks/schema'
import { DeliveryBulkActions } from './delivery-bulk-actions'
import { AttemptResultLabel, DeliveryBadge, DeliveryFlagBadges } from './delivery-labels'

type DeliveryListProps = FilterableListBaseProps & {
  subscriptionId: string
  deliveries: readonly Delivery[]
  canResend: boolean
}

export async function DeliveryList({ subscriptionId, deliveries, canResend, ...frame }: DeliveryListProps) {
  const t = await getT('webhooks')
  return (
    <FilterableList
      name="deliveries"
      {...frame}
      {...(canResend
        ? { bulkActions: <DeliveryBulkActions />, rowName: ({ kind, id }: Delivery) => `${t(`kind.${kind}`)} ${id}` }
        : {})}
      caption={t('log.title')}
      rows={deliveries}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/webhooks/${subscriptionId}/deliveries/${id}`}
      columns={[
        {
          key: 'event',
          header: t('columns.event'),
          phoneSlot: 'title',
          cell: (delivery) => (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {t(`kind.${delivery.kind}`)}
              <DeliveryFlagBadges delivery={delivery} />
            </span>
          ),
        },
        {
          key: 'state',
          header: t('columns.state'),
          phoneSlot: 'aside',
          cell: (delivery) => <DeliveryBadge delivery={delivery} />,
        },
        {
          key: 'lastAnswer',
          header: t('columns.lastAnswer'),
          hiddenBelow: 'md',
          grow: true,
          phoneSlot: 'detail',
          cell: ({ lastAttempt, reason }) => {
            if (reason !== null) return t(`reason.${reason}`)
            return lastAttempt ? <AttemptResultLabel attempt={lastAttempt} /> : <Dash />
          },
        },
        {
          key: 'attempts',
          header: t('columns.attempts'),
          hiddenBelow: 'md',
          align: 'right',
          cell: ({ attemptCount }) => t('log.attempts', { count: attemptCount, max: MAX_ATTEMPTS }),
        },
        {
          key: 'next',
          header: t('columns.next'),
          hiddenBelow: 'lg',
          cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time value={nextAttemptAt} /> : <Dash />),
        },
        {
          key: 'created',
          header: t('columns.created'),
          phoneSlot: 'end',
          sort: { by: 'created', kind: 'time' },
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
      ]}
    />
  )
}
