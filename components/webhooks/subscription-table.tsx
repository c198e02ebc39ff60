import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import { StackedCell } from '@/components/ui/lists/table'
import type { DashboardSubscription } from '@/server/webhooks/schema'
import { Last24HoursDeliveryCounts, SUBSCRIPTION_STATE_TONES } from './delivery-labels'

export async function SubscriptionTable({ subscriptions }: { subscriptions: readonly DashboardSubscription[] }) {
  const t = await getT('webhooks')
  const describeEvents = ({ triggerTypes: [first, ...more] }: DashboardSubscription) =>
    first === undefined
      ? ''
      : more.length === 0
        ? t(`kind.${first}`)
        : t('moreEvents', { first: t(`kind.${first}`), count: more.length })
  return (
    <DataTable
      caption={t('title')}
      rows={subscriptions}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/webhooks/${id}`}
      columns={[
        {
          key: 'address',
          header: t('columns.address'),
          grow: true,
          cell: (subscription) => (
            <StackedCell
              first={<span title={subscription.hookUrl}>{subscription.hookUrl.replace(/^https:\/\//, '')}</span>}
              second={<span className="font-normal">{describeEvents(subscription)}</span>}
            />
          ),
        },
        { key: 'state', header: t('columns.state'), cell: (subscription) => <State subscription={subscription} /> },
        {
          key: 'owner',
          header: t('columns.owner'),
          hiddenBelow: 'lg',
          className: 'max-w-40 truncate',
          cell: ({ owner }) => owner?.name ?? <Dash />,
        },
        {
          key: 'day',
          header: t('columns.day'),
          hiddenBelow: 'md',
          cell: ({ last24Hours }) => <Last24HoursDeliveryCounts counts={last24Hours} />,
        },
        {
          key: 'lastAnswer',
          header: t('columns.lastAnswer'),
          hiddenBelow: 'sm',
          className: 'min-w-52 max-w-52',
          cell: ({ lastAttempt }) =>
            lastAttempt ? (
              <StackedCell
                first={
                  <>
                    <span className="figures">{lastAttempt.httpStatusCode ?? t('noAnswer')}</span>
                    <span className="text-13 text-ink-faint">
                      {' · '}
                      <Time value={lastAttempt.createdAt} />
                    </span>
                  </>
                }
                second={lastAttempt.error && t(`failure.${lastAttempt.error}`)}
              />
            ) : (
              <Dash />
            ),
        },
      ]}
    />
  )
}

async function State({ subscription: { state, owner, deactivatedAt } }: { subscription: DashboardSubscription }) {
  const t = await getT('webhooks')
  const badge = <Badge tone={SUBSCRIPTION_STATE_TONES[state]}>{t(`state.${state}`)}</Badge>
  if (state === 'active') return badge
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 sm:w-40">
      {badge}
      <span className="max-w-full truncate text-12 text-ink-faint max-sm:hidden">
        {state === 'paused' && (owner ? t('why.paused', { key: owner.name }) : t('why.pausedNoKey'))}
        {state === 'deactivated' && t('why.deactivated')}
        {state === 'deactivated' && deactivatedAt && (
          <>
            {' · '}
            <Time value={deactivatedAt} />
          </>
        )}
      </span>
    </span>
  )
}
