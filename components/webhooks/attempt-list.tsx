import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Time } from '@/components/ui/content/time'
import type { DeliveryDetail } from '@/server/webhooks/schema'
import { AttemptResultLabel } from './delivery-labels'

type Attempt = DeliveryDetail['attempts'][number]

export async function AttemptList({ delivery: { attempts, status } }: { delivery: DeliveryDetail }) {
  const t = await getT('webhooks')
  if (attempts.length === 0)
    return (
      <p className="text-14 text-ink-soft">
        {t(status === 'pending' ? 'delivery.noAttempts' : 'delivery.noAttemptsEnded')}
      </p>
    )
  return (
    <ol className="grid gap-3">
      {attempts
        .toSorted((a, b) => b.attempt - a.attempt)
        .map((attempt) => (
          <li key={attempt.attempt} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-4">
            <Attempt attempt={attempt} />
          </li>
        ))}
    </ol>
  )
}

async function Attempt({ attempt }: { attempt: Attempt }) {
  const [t, locale] = await Promise.all([getT('webhooks'), getLocale()])
  const { attempt: number, createdAt, durationMs, responseBody, httpStatusCode } = attempt
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-14">
        <span className="font-medium">{t('delivery.attempt', { number })}</span>
        <Outcome attempt={attempt} />
        <Time value={createdAt} as="datetime" className="text-13 text-ink-faint" />
        {durationMs !== null && (
          <span className="figures text-13 text-ink-faint">
            {durationMs < 1000
              ? t('delivery.took', { ms: formatNumber(durationMs, locale) })
              : t('delivery.tookSeconds', { seconds: formatNumber(durationMs / 1000, locale, 1) })}
          </span>
        )}
      </p>
      {attempt.error !== null && (
        <p className="text-14">
          <AttemptResultLabel attempt={attempt} />
        </p>
      )}
      {httpStatusCode !== null &&
        (responseBody ? (
          <CodeBlock
            title={t('delivery.answer')}
            code={responseBody}
            className="[&_pre]:max-h-40 [&_pre]:overflow-y-auto [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
          />
        ) : (
          <p className="text-13 text-ink-faint">{t('delivery.emptyAnswer')}</p>
        ))}
    </>
  )
}

async function Outcome({ attempt }: { attempt: Attempt }) {
  const t = await getT('webhooks')
  if (attempt.success)
    return <Badge tone="positive">{`${attempt.httpStatusCode ?? ''} ${t('status.succeeded')}`.trim()}</Badge>
  // Claimed, but without an outcome yet.
  if (attempt.error === null) return <Badge tone="accent">{t('delivery.attemptUnderWay')}</Badge>
  return <Badge tone="negative">{t(attempt.deadLetter ? 'status.deadLetter' : 'status.failed')}</Badge>
}
