import { getT } from '@/components/i18n/server'

/** Why an attempt failed. It is stored as `CODE: sentence`; a code without a translation says its own sentence. */
export async function FailureWords({ error }: { error: string }) {
  const t = await getT('webhooks')
  const code = /^([A-Z_]+): /.exec(error)?.[1] ?? ''
  const key = `failure.${code}` as 'failure.FAILED'
  return t.has(key) ? t(key) : error.replace(/^[A-Z_]+: /, '')
}

/** Why a delivery was cancelled; a reason that is not known here is said as it is stored. */
export async function ReasonWords({ reason }: { reason: string }) {
  const t = await getT('webhooks')
  const key = REASONS.get(reason)
  return key === undefined ? reason : t(`reason.${key}`)
}

const REASONS = new Map<string, 'gone' | 'keyInactive' | 'unsubscribed' | 'verification' | 'suspended'>([
  ['The address had answered 410 and was deactivated.', 'gone'],
  ['The API key that owns the subscription was inactive.', 'keyInactive'],
  ['The address is no longer subscribed to this kind of event.', 'unsubscribed'],
  ['Waiting for verification: an owner of the organization has to confirm their email address first.', 'verification'],
  ['Suspended: the operator of this service lets nothing of the organization leave.', 'suspended'],
])

/** What came back of an attempt: the status, else that nothing did. */
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

export type Attempt = { httpStatusCode: number | null; error: string | null }
