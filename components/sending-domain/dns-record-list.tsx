import type { ReactNode } from 'react'
import type { DnsRecord, SendingDomain } from '@/server/sending-domains/schema'
import { getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { Card, Section } from '../ui/content/section'
import { CopyButton } from '../ui/controls/copy-button'

const TONE: Record<NonNullable<DnsRecord['check']>['status'], Tone> = {
  ok: 'positive',
  missing: 'neutral',
  unreachable: 'quiet',
  wrong: 'negative',
  duplicate: 'negative',
  tooManyLookups: 'negative',
  tooManyVoidLookups: 'negative',
}

/** The records to set, each with what DNS holds beside it where that differs. */
export async function DnsRecordList({ domain }: { domain: SendingDomain }) {
  const t = await getT('sendingDomain')
  const hasSpf = domain.records.some(({ kind }) => kind === 'spf' || kind === 'returnPath')
  return (
    <Section title={t('records.title')} description={t('records.lead', { domain: domain.domain })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {domain.records.map((record) => (
          <RecordCard key={record.kind} record={record} />
        ))}
      </div>
      {!hasSpf && <p className="max-w-[65ch] text-13 text-ink-soft">{t('records.nothingElse')}</p>}
    </Section>
  )
}

async function RecordCard({ record }: { record: DnsRecord }) {
  const t = await getT('sendingDomain')
  const { kind, isRequired, type, host, value, check } = record
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-14 font-medium">{t(`records.kind.${kind}`)}</h3>
          <Badge tone={check ? TONE[check.status] : 'quiet'}>
            {t(`records.status.${check?.status ?? 'unchecked'}`)}
          </Badge>
          <span className="text-12 text-ink-faint">{t(isRequired ? 'records.required' : 'records.recommended')}</span>
        </div>
        <p className="max-w-[65ch] text-13 text-ink-soft">{t(`records.why.${kind}`)}</p>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-13 sm:grid-cols-[80px_minmax(0,1fr)] sm:gap-y-2">
        <Term label={t('records.type')}>{type}</Term>
        <Term label={t('records.name')}>
          <Copyable text={host} />
        </Term>
        <Term label={t('records.value')}>
          <Copyable text={value} />
        </Term>
        <Found record={record} />
      </dl>
      <Todo record={record} />
    </Card>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-1 text-ink-faint">{label}</dt>
      <dd className="min-w-0 pt-1 max-sm:pt-0 max-sm:pb-2">{children}</dd>
    </>
  )
}

function Copyable({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 flex-1 font-mono text-12 leading-5 wrap-anywhere">{text}</code>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} />
      </span>
    </span>
  )
}

/** What DNS holds, unless it is what is wanted or nothing is known. */
async function Found({ record: { kind, check } }: { record: DnsRecord }) {
  const t = await getT('sendingDomain')
  if (!check || check.status === 'unreachable') return null
  if (check.status === 'ok' && kind !== 'dmarc' && kind !== 'spf') return null
  return (
    <Term label={t('records.found')}>
      {check.found.length === 0 ? (
        <span className="text-ink-soft">{t('records.nothing')}</span>
      ) : (
        <ul className="grid gap-1">
          {check.found.map((found, index) => (
            <li key={index} className="font-mono text-12 leading-5 wrap-anywhere">
              {found}
            </li>
          ))}
        </ul>
      )}
      {check.lookups !== null && <p className="text-ink-soft">{t('records.lookups', { count: check.lookups })}</p>}
    </Term>
  )
}

async function Todo({ record: { kind, check } }: { record: DnsRecord }) {
  const t = await getT('sendingDomain')
  if (!check) return null
  if (check.status === 'ok')
    return check.at === null ? null : (
      <p className="text-13 text-ink-soft wrap-anywhere">{t('records.at', { at: check.at })}</p>
    )
  const text = check.status === 'wrong' ? t(`records.todo.wrong.${kind}`) : t(`records.todo.${check.status}`)
  return <p className="max-w-[65ch] text-13 font-medium">{text}</p>
}
