import { getT } from '@/components/i18n/server'
import type { FailureCode } from '@/server/outbound/schema'
import type { DeliveryReason } from '@/server/webhooks/schema'

export async function FailureLabel({ error }: { error: FailureCode }) {
  const t = await getT('webhooks')
  return t(`failure.${error}`)
}

export async function DeliveryReasonLabel({ reason }: { reason: DeliveryReason }) {
  const t = await getT('webhooks')
  return t(`reason.${reason}`)
}

export async function AttemptResultLabel({ attempt }: { attempt: AttemptSummary }) {
  const t = await getT('webhooks')
  return (
    <>
      <span className="figures">{attempt.httpStatusCode ?? t('noAnswer')}</span>
      {attempt.error !== null && (
        <span className="text-ink-soft">
          {' · '}
          <FailureLabel error={attempt.error} />
        </span>
      )}
    </>
  )
}

export type AttemptSummary = { httpStatusCode: number | null; error: FailureCode | null }
