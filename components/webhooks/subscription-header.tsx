import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Callout } from '@/components/ui/content/callout'
import { Time } from '@/components/ui/content/time'
import { Button } from '@/components/ui/controls/button'
import type { DashboardSubscription } from '@/server/webhooks/schema'
import { DetailHeader } from '../settings/detail-header'
import { Link } from '../ui/controls/link'
import { SUBSCRIPTION_STATE_TONES } from './delivery-labels'
import { ReactivateButton, SubscriptionActions } from './subscription-actions'

export async function SubscriptionHeader({ subscription }: { subscription: DashboardSubscription }) {
  const t = await getT('webhooks')
  const { id, hookUrl, triggerTypes, state, steps } = subscription
  return (
    <>
      <DetailHeader
        back={{ href: '/settings/webhooks', label: t('head.back') }}
        title={hookUrl}
        badge={<Badge tone={SUBSCRIPTION_STATE_TONES[state]}>{t(`state.${state}`)}</Badge>}
        actions={
          <SubscriptionActions
            id={id}
            hookUrl={hookUrl}
            triggerTypes={triggerTypes}
            canSend={state === 'active'}
            sequences={[...new Set(steps.map(({ sequenceName }) => sequenceName))]}
          />
        }
      />
      {state === 'paused' && (
        <Callout
          tone="neutral"
          action={
            <Button size="small" asChild>
              <Link href="/settings/api-keys">{t('head.pausedAction')}</Link>
            </Button>
          }
        >
          {t('head.paused', { key: subscription.owner?.name ?? '' })}
        </Callout>
      )}
      {state === 'deactivated' && <Deactivated subscription={subscription} />}
    </>
  )
}

async function Deactivated({ subscription }: { subscription: DashboardSubscription }) {
  const t = await getT('webhooks')
  const { id, deactivatedAt, isPaused, owner } = subscription
  return (
    <Callout
      tone="neutral"
      title={
        deactivatedAt
          ? t.rich('head.deactivatedTitle', { date: () => <Time value={deactivatedAt} as="datetime" /> })
          : t('head.deactivatedNoDate')
      }
      action={<ReactivateButton id={id} />}
    >
      <p>{t('head.deactivated')}</p>
      {isPaused && <p>{t('head.alsoPaused', { key: owner?.name ?? '' })}</p>}
    </Callout>
  )
}
