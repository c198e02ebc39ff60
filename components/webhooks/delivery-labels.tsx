import { getT } from '@/components/i18n/server'
import type { FailureCode } from '@/server/outbound/schema'
import type { WhyKept } from '@/server/webhooks/schema'

export async function FailureWords({ error }: { error: FailureCode }) {
  const t = await getT('webhooks')
  return t(`failure.${error}`)
}

export async function ReasonWords({ reason }: { reason: WhyKept }) {
  const t = await getT('webhooks')
  return t(`reason.${reason}`)
}

export async function AnswerWords({ attempt }: { attempt: Attempt }) {
  const t = await getT('webhooks')
  return (
    <>
      <span className="figures">{attempt.httpStatusCode ?? t('noAnswer')}</span>
      {attempt.error !== null && (
        <span className="text-ink-soft">
          {' · '}
          <FailureWords error={attempt.error} />
        </span>
      )}
    </>
  )
}

export type Attempt = { httpStatusCode: number | null; error: FailureCode | null }
