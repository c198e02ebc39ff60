import type { DnsRecord, RecordCheck, SendingDomain } from '@/server/sending-domains/schema'
import { FoundRecords, RecordCard } from '../domain-records/record-card'
import { getT } from '../i18n/server'
import type { Tone } from '../ui/content/badge'
import { Section } from '../ui/content/section'

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
          <DnsRecordCard key={record.kind} record={record} />
        ))}
      </div>
      {!hasSpf && <p className="max-w-[65ch] text-13 text-ink-soft">{t('records.nothingElse')}</p>}
    </Section>
  )
}

async function DnsRecordCard({ record }: { record: DnsRecord }) {
  const t = await getT('sendingDomain')
  const { kind, isRequired, type, host, value, check } = record
  return (
    <RecordCard
      title={t(`records.kind.${kind}`)}
      badge={{
        tone: check ? TONE[check.status] : 'quiet',
        text: t(`records.status.${check?.status ?? 'unchecked'}`),
      }}
      hint={t(isRequired ? 'records.required' : 'records.recommended')}
      why={t(`records.why.${kind}`)}
      record={{ type, name: host, value }}
      found={isWorthShowing(record) && <Found check={record.check} />}
      todo={<Todo record={record} />}
    />
  )
}

/** What DNS holds is shown unless it is what is wanted, or nothing is known. */
function isWorthShowing(record: DnsRecord): record is DnsRecord & { check: RecordCheck } {
  const { kind, check } = record
  if (!check || check.status === 'unreachable') return false
  return check.status !== 'ok' || kind === 'dmarc' || kind === 'spf'
}

async function Found({ check }: { check: RecordCheck }) {
  const t = await getT('sendingDomain')
  return (
    <>
      <FoundRecords records={check.found} />
      {check.lookups !== null && <p className="text-ink-soft">{t('records.lookups', { count: check.lookups })}</p>}
    </>
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
