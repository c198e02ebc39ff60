'use client'

import { useTranslations } from 'use-intl/react'
import type { AuthenticationResult, MessageSourceReport } from '@/server/sending-domains/schema'
import { Badge, type Tone } from '../ui/content/badge'
import { Callout } from '../ui/content/callout'

type Verdict = AuthenticationResult['verdict']

const TONE: Record<Verdict, Tone> = { pass: 'positive', fail: 'negative', none: 'neutral', unknown: 'quiet' }

export function HeaderReport({ report }: { report: MessageSourceReport }) {
  const t = useTranslations('sendingDomain.test')
  if (report.source === 'none') return <Callout tone="neutral" title={t('none')} />
  const domain = report.fromDomain ?? '–'
  return (
    <section aria-label={t('result')} className="grid gap-4">
      <div className="grid gap-0.5">
        <h3 className="text-14 font-medium">{t('result')}</h3>
        <p className="text-13 wrap-anywhere text-ink-soft">{t('by', { server: report.reportedBy ?? '–' })}</p>
      </div>
      <dl className="grid gap-x-4 gap-y-3 text-14 sm:grid-cols-[max-content_max-content_minmax(0,1fr)]">
        <dt className="font-medium">{t('from')}</dt>
        <dd className="wrap-anywhere text-ink-soft sm:col-span-2 max-sm:-mt-2">{domain}</dd>
        <Method name="spf" result={report.spf} todo={{ fail: 'spf', none: 'spfNone' }} />
        <Method name="dkim" result={report.dkim} todo={{ fail: 'dkim', none: 'dkimNone' }} />
        <Method name="dmarc" result={report.dmarc} todo={{ fail: 'dmarc', none: 'dmarcNone' }} />
        <Alignment report={report} />
        <Transport tls={report.tls} />
      </dl>
    </section>
  )
}

type TodoName = 'spf' | 'spfNone' | 'dkim' | 'dkimNone' | 'dmarc' | 'dmarcNone' | 'alignment' | 'tls'
type MethodName = 'spf' | 'dkim' | 'dmarc' | 'alignment' | 'tls'
type FindingProps = { name: MethodName; verdict: Verdict; fact: string | null; todo: string | null }

function Finding({ name, verdict, fact, todo }: FindingProps) {
  const t = useTranslations('sendingDomain.test')
  return (
    <>
      <dt className="font-medium max-sm:mt-2">{t(`method.${name}`)}</dt>
      <dd className="max-sm:-mt-2">
        <Badge tone={TONE[verdict]}>{t(`verdict.${verdict}`)}</Badge>
      </dd>
      <dd className="grid min-w-0 gap-1 wrap-anywhere text-ink-soft empty:hidden max-sm:-mt-2">
        {fact && <span>{fact}</span>}
        {todo && <span className="text-ink">{todo}</span>}
      </dd>
    </>
  )
}

type MethodProps = {
  name: 'spf' | 'dkim' | 'dmarc'
  result: AuthenticationResult
  todo: { fail: TodoName; none: TodoName }
}

function Method({ name, result: { verdict, word, domain }, todo }: MethodProps) {
  const t = useTranslations('sendingDomain.test')
  const values = { domain: domain ?? '–', word: word ?? '' }
  const fact = word === null ? null : domain === null ? word : t('about', values)
  return (
    <Finding
      name={name}
      verdict={verdict}
      fact={fact}
      todo={verdict === 'fail' || verdict === 'none' ? t(`todo.${todo[verdict]}`, values) : null}
    />
  )
}

/** DMARC passes if one of the two passed for the domain of the sender. */
function Alignment({ report: { spf, dkim } }: { report: MessageSourceReport }) {
  const t = useTranslations('sendingDomain.test')
  const aligned = [
    ...(spf.verdict === 'pass' && spf.isAligned ? [t('method.spf')] : []),
    ...(dkim.verdict === 'pass' && dkim.isAligned ? [t('method.dkim')] : []),
  ]
  const isKnown = spf.isAligned !== null || dkim.isAligned !== null
  const verdict = aligned.length > 0 ? 'pass' : isKnown ? 'fail' : 'unknown'
  const values = { methods: aligned.join(' + '), count: aligned.length }
  return (
    <Finding
      name="alignment"
      verdict={verdict}
      fact={verdict === 'pass' ? t('aligned', values) : verdict === 'fail' ? t('notAligned') : null}
      todo={verdict === 'fail' ? t('todo.alignment') : null}
    />
  )
}

function Transport({ tls: { verdict, version } }: { tls: MessageSourceReport['tls'] }) {
  const t = useTranslations('sendingDomain.test')
  const fact = verdict !== 'pass' ? null : version === null ? t('tlsSome') : t('tlsVersion', { version })
  return <Finding name="tls" verdict={verdict} fact={fact} todo={verdict === 'fail' ? t('todo.tls') : null} />
}
