import type { LinkCheck, LinkDomain, LinkDomainRequirement } from '@/server/link-domains/schema'
import { FoundRecords, RecordCard } from '../domain-records/record-card'
import { getT } from '../i18n/server'
import type { Tone } from '../ui/content/badge'
import { Section } from '../ui/content/section'

const TONE: Record<LinkCheck['status'], Tone> = {
  ok: 'positive',
  missing: 'neutral',
  waiting: 'quiet',
  unreachable: 'quiet',
  wrong: 'negative',
  usedElsewhere: 'negative',
  failed: 'negative',
}

/** The records to set and what follows from them, each with what was found. */
export async function RequirementList({ domain: { requirements, url } }: { domain: LinkDomain }) {
  const t = await getT('linkDomain')
  return (
    <Section title={t('records.title')} description={t('records.lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {requirements.map((requirement) => (
          <RequirementCard key={requirement.kind} requirement={requirement} url={url} />
        ))}
      </div>
    </Section>
  )
}

async function RequirementCard({ requirement, url }: { requirement: LinkDomainRequirement; url: string }) {
  const t = await getT('linkDomain')
  const { kind, record, check } = requirement
  return (
    <RecordCard
      title={t(`records.kind.${kind}`)}
      badge={{ tone: check ? TONE[check.status] : 'quiet', text: t(`records.status.${check?.status ?? 'unchecked'}`) }}
      why={t(`records.why.${kind}`, { target: record?.value ?? '', url })}
      record={record}
      found={isWorthShowing(requirement) && <Found requirement={requirement} />}
      todo={<Todo requirement={requirement} />}
    />
  )
}

function isWorthShowing({ kind, check }: LinkDomainRequirement): boolean {
  if (!check || check.status === 'ok' || check.status === 'unreachable') return false
  return kind === 'https' ? check.failure !== null || check.httpStatus !== null : check.status !== 'usedElsewhere'
}

async function Found({ requirement: { kind, check } }: { requirement: LinkDomainRequirement }) {
  const [t, failures] = await Promise.all([getT('linkDomain'), getT('webhooks')])
  if (!check) return null
  if (kind !== 'https') return <FoundRecords records={check.found} />
  const { failure, httpStatus } = check
  if (failure === 'TIMEOUT') return t('records.late')
  return failure === null ? t('records.answered', { status: String(httpStatus) }) : failures(`failure.${failure}`)
}

async function Todo({ requirement: { kind, check } }: { requirement: LinkDomainRequirement }) {
  const t = await getT('linkDomain')
  if (!check || check.status === 'ok') return null
  const text = check.status === 'wrong' ? t(`records.todo.wrong.${kind}`) : t(`records.todo.${check.status}`)
  return <p className="max-w-[65ch] text-13 font-medium">{text}</p>
}
