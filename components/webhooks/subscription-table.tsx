import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import { TwoLines } from '@/components/ui/lists/table'
import type { ConsoleSubscription } from '@/server/webhooks/schema'
import { DayCounts } from './daily-delivery-counts'
import { FailureWords } from './delivery-labels'
import { SUBSCRIPTION_TONE } from './status-tones'

export async function SubscriptionTable({ subscriptions }: { subscriptions: readonly ConsoleSubscription[] }) {
  const t = await getT('webhooks')
  const describeEvents = ({ triggerTypes: [first, ...more] }: ConsoleSubscription) =>
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
            <TwoLines
              first={<span title={subscription.hookUrl}>{subscription.hookUrl.replace(/^https:\/\//, '')}</span>}
              second={<span className="font-normal">{describeEvents(subscription)}</span>}
            />
          ),
        },
        {
          key: 'state',
          header: t('columns.state'),
          cell: (subscription) => <State subscription={subscription} />,
        },
        {
          key: 'owner',
          header: t('columns.owner'),
          from: 'lg',
          className: 'max-w-40 truncate',
          cell: ({ owner }) => owner?.name ?? <Dash />,
        },
        {
          key: 'day',
          header: t('columns.day'),
          from: 'md',
          cell: ({ last24Hours }) => <DayCounts counts={last24Hours} />,
        },
        {
          key: 'lastAnswer',
          header: t('columns.lastAnswer'),
          from: 'sm',
          className: 'min-w-52 max-w-52',
          cell: ({ lastAttempt }) =>
            lastAttempt ? (
              <TwoLines
                first={
                  <>
                    <span className="figures">{lastAttempt.httpStatusCode ?? t('noAnswer')}</span>
                    <span className="text-13 text-ink-faint">
                      {' · '}
                      <Time value={lastAttempt.createdAt} />
                    </span>
                  </>
                }
                second={lastAttempt.error && <FailureWords error={lastAttempt.error} />}
              />
            ) : (
              <Dash />
            ),
        },
      ]}
    />
  )
}

async function State({ subscription: { state, owner, deactivatedAt } }: { subscription: ConsoleSubscription }) {
  const t = await getT('webhooks')
  const badge = <Badge tone={SUBSCRIPTION_TONE[state]}>{t(`state.${state}`)}</Badge>
  if (state === 'active') return badge
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 sm:w-40">
      {badge}
      <span className="max-w-full truncate text-12 text-ink-faint max-sm:hidden">
        {state === 'paused' ? (
          owner ? (
            t('why.paused', { key: owner.name })
          ) : (
            t('why.pausedNoKey')
          )
        ) : (
          <>
            {t('why.deactivated')}
            {deactivatedAt && (
              <>
                {' · '}
                <Time value={deactivatedAt} />
              </>
            )}
          </>
        )}
      </span>
    </span>
  )
}
