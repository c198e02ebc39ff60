import { getT } from '@/components/i18n/server'
import { Badge, type Tone } from '@/components/ui/content/badge'
import type { FailureCode } from '@/server/outbound/failure-code'
import type { DashboardSubscription, Delivery } from '@/server/webhooks/schema'

export const SUBSCRIPTION_STATE_TONES: Record<DashboardSubscription['state'], Tone> = {
  active: 'positive',
  paused: 'neutral',
  deactivated: 'negative',
}

/** Display state: `retrying` is pending after a failure; `deadLetter` is failed after the last attempt. */
type DeliveryDisplayStatus = Delivery['status'] | 'retrying' | 'deadLetter'

const DELIVERY_STATUS_TONES: Record<DeliveryDisplayStatus, Tone> = {
  pending: 'accent',
  retrying: 'neutral',
  succeeded: 'positive',
  failed: 'negative',
  deadLetter: 'negative',
  cancelled: 'quiet',
}

export async function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  const status = getDisplayStatus(delivery)
  return <Badge tone={DELIVERY_STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
}

function getDisplayStatus({ status, attemptCount, lastAttempt, deadLetter }: Delivery): DeliveryDisplayStatus {
  if (status === 'pending' && lastAttempt?.error && attemptCount > 0) return 'retrying'
  return status === 'failed' && deadLetter ? 'deadLetter' : status
}

export async function DeliveryFlagBadges({ delivery: { isTest, resendOf } }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  return (
    <>
      {isTest && <Badge>{t('log.test')}</Badge>}
      {resendOf !== null && <Badge>{t('log.resend')}</Badge>}
    </>
  )
}

type AttemptSummary = { httpStatusCode: number | null; error: FailureCode | null }

export async function AttemptResultLabel({ attempt: { httpStatusCode, error } }: { attempt: AttemptSummary }) {
  const t = await getT('webhooks')
  return (
    <>
      <span className="figures">{httpStatusCode ?? t('noAnswer')}</span>
      {error !== null && (
        <span className="text-ink-soft">
          {' · '}
          {t(`failure.${error}`)}
        </span>
      )}
    </>
  )
}

export async function Last24HoursDeliveryCounts({ counts }: { counts: DashboardSubscription['last24Hours'] }) {
  const t = await getT('webhooks')
  const parts = (['succeeded', 'failed', 'pending'] as const).filter((part) => counts[part] > 0)
  if (parts.length === 0) return <span className="text-ink-faint">{t('day.none')}</span>
  return (
    <span className="figures inline-flex flex-wrap gap-x-2">
      {parts.map((part) => (
        <span key={part} className={part === 'failed' ? 'text-negative-text' : ''}>
          {t(`day.${part}`, { count: counts[part] })}
        </span>
      ))}
    </span>
  )
}
