'use client'

import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import type { SignatureReport } from '@/server/webhooks/schema'
import { formatDateTime, formatRoughDuration } from '../format'
import { Badge, type Tone } from '../ui/content/badge'
import { Callout } from '../ui/content/callout'
import { Card } from '../ui/content/section'

const PARTS = ['header', 'body', 'secret'] as const

export function SignatureVerdict({ report }: { report: SignatureReport }) {
  const t = useTranslations('webhooks.checker')
  return (
    <section className="grid gap-3" aria-label={t('title')}>
      <Headline report={report} />
      <Card>
        <dl className="grid gap-x-4 gap-y-3 text-14 sm:grid-cols-[80px_auto_minmax(0,1fr)]">
          {PARTS.map((part) => (
            <Finding key={part} part={part} report={report} />
          ))}
        </dl>
      </Card>
    </section>
  )
}

/** An outdated but valid timestamp is not an error when checking a logged delivery. */
function Headline({ report: { ok, header, body, secret } }: { report: SignatureReport }) {
  const t = useTranslations('webhooks.checker')
  if (ok)
    return (
      <Callout tone="positive" title={t('ok')}>
        {t('okBody')}
      </Callout>
    )
  if (header.text.key === 'headerTooOld' && body.ok && secret.ok)
    return (
      <Callout tone="info" title={t('stale')}>
        {t('staleBody')}
      </Callout>
    )
  return <Callout tone="neutral" title={t('wrong')} />
}

function Finding({ part, report }: { part: (typeof PARTS)[number]; report: SignatureReport }) {
  const t = useTranslations('webhooks.checker')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const { ok, text } = report[part]
  const [tone, verdict]: [Tone, 'right' | 'wrong' | 'unknown'] =
    ok === null ? ['quiet', 'unknown'] : ok ? ['positive', 'right'] : ['negative', 'wrong']
  const { until, seconds } = text.values
  const values = {
    ...text.values,
    ...(typeof until === 'string' ? { until: formatDateTime(until, locale, timeZone) } : {}),
    ...(typeof seconds === 'number' ? { age: formatRoughDuration(Math.max(0, seconds), locale) } : {}),
  }
  return (
    <>
      <dt className="font-medium">{t(`part.${part}`)}</dt>
      <dd className="max-sm:-mt-2">
        <Badge tone={tone}>{t(`verdict.${verdict}`)}</Badge>
      </dd>
      <dd className="min-w-0 wrap-anywhere text-ink-soft">{t(`finding.${text.key}`, values as never)}</dd>
    </>
  )
}
