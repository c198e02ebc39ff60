import type { ReasonCode } from '@/server/messaging/outcome/schema'
import type { Fault, Operations, Pause } from '@/server/operations/schema'
import type { OrganizationRestriction } from '@/server/organizations/constants'
import { getLocale, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { formatCount } from './format-count'
import { OperationList, OperationRow } from './operation-row'

/** What is on hold and why: first what needs a person, then what goes on by itself or was paused. */
export async function HoldsSection({ faults, pauses }: Pick<Operations, 'faults' | 'pauses'>) {
  const t = await getT('operations')
  const isEmpty = faults.length + pauses.length === 0
  return (
    <Section title={t('holds.title')} description={t(isEmpty ? 'holds.none' : 'holds.lead')}>
      {!isEmpty && (
        <OperationList>
          {faults.map((fault) => (
            <FaultRow key={`${fault.kind} ${fault.code} ${fault.recordId}`} fault={fault} />
          ))}
          {pauses.map((pause) => (
            <PauseRow key={`${pause.kind} ${pause.code} ${pause.recordId}`} pause={pause} />
          ))}
        </OperationList>
      )}
    </Section>
  )
}

async function FaultRow({ fault }: { fault: Fault }) {
  const [t, times] = await Promise.all([getT('operations'), describeTimes(fault)])
  const { kind, name, count } = fault
  const text = faultText(fault)
  const href = buildFaultHref(fault)
  return (
    <OperationRow
      title={t(`holds.${text}.title`, { name: name ?? '' })}
      badge={<Badge tone="negative">{t('holds.needsYou')}</Badge>}
      sentence={t(`holds.${text}.sentence`)}
      facts={[...(count === null || count === 0 ? [] : [await describeCount('messages', count)]), ...times]}
      action={href !== null && <TextLink href={href}>{t(`holds.actions.${kind}`)}</TextLink>}
    />
  )
}

async function PauseRow({ pause }: { pause: Pause }) {
  const [t, times] = await Promise.all([getT('operations'), describeTimes(pause)])
  const { kind, count } = pause
  const action = findPauseAction(pause)
  const counted = kind === 'sequence' || kind === 'people' ? 'people' : kind === 'webhook' ? 'deliveries' : 'messages'
  return (
    <OperationRow
      title={await describePause(pause)}
      sentence={kind === 'rule' || kind === 'people' ? null : t(`holds.${pauseText(pause)}.sentence`)}
      facts={[...(count === null || count === 0 ? [] : [await describeCount(counted, count)]), ...times]}
      action={action && <TextLink href={action.href}>{t(`holds.actions.${action.label}`)}</TextLink>}
    />
  )
}

async function describePause(pause: Pause): Promise<string> {
  const [t, tResults] = await Promise.all([getT('operations'), getT('sequenceResults')])
  const { kind, code, name } = pause
  if (kind === 'rule') return tResults(`reasonNames.${code as ReasonCode}`)
  if (kind === 'people') return name === null ? t('holds.peopleAlone') : t('holds.people', { name })
  return t(`holds.${pauseText(pause)}.title`, { name: name ?? '' })
}

async function describeCount(counted: 'messages' | 'people' | 'deliveries', count: number): Promise<string> {
  const [t, locale] = await Promise.all([getT('operations'), getLocale()])
  return t(`holds.counts.${counted}`, { count, number: formatCount(count, locale) })
}

async function describeTimes({ since, until }: Pick<Fault, 'since' | 'until'>) {
  const t = await getT('operations')
  return [
    ...(since === null ? [] : [t.rich('holds.since', { time: () => <Time key="time" value={since} as="datetime" /> })]),
    ...(until === null ? [] : [t.rich('holds.until', { time: () => <Time key="time" value={until} /> })]),
  ]
}

function faultText({ kind, code }: Fault) {
  if (kind === 'restriction') return `restrictions.${code as OrganizationRestriction | 'reputation'}` as const
  if (kind === 'sendingDomain') return code === 'stopped' ? 'domainStopped' : 'domainFailing'
  return ({ sequence: 'sequenceTexts', webhook: 'webhookGone', reviewSource: 'reviewSignIn' } as const)[kind]
}

function pauseText({ kind, code }: Pause) {
  if (kind === 'webhook') return code === 'paused' ? 'webhookPaused' : 'webhookFailing'
  if (kind === 'reviewSource') return 'reviewFailing'
  if (kind === 'sendingDomain') return 'domainPending'
  return kind === 'captured' ? 'captured' : 'sequencePaused'
}

/** What resolves a fault; null where the note above every page does. */
function buildFaultHref({ kind, code, recordId }: Fault): string | null {
  switch (kind) {
    case 'restriction':
      return code === 'reputation' ? '/settings/deliverability' : null
    case 'sequence':
      return `/sequences/${recordId}`
    case 'webhook':
      return `/settings/webhooks/${recordId}`
    case 'reviewSource':
      return `/settings/review-sources/${recordId}`
    case 'sendingDomain':
      return '/settings/sending-domain'
  }
}

const GENERAL_RULES: readonly string[] = ['quietHours', 'smsNight', 'throttled', 'quotaUsed'] satisfies ReasonCode[]

function findPauseAction({ kind, code, recordId }: Pause) {
  switch (kind) {
    case 'rule':
      return GENERAL_RULES.includes(code) ? { href: '/settings/general', label: 'settings' as const } : null
    case 'captured':
      return { href: '/outbox', label: 'outbox' as const }
    case 'sequence':
      return { href: `/sequences/${recordId}`, label: 'open' as const }
    case 'people':
      return recordId && { href: `/sequences/${recordId}/sendings?paused=true`, label: 'people' as const }
    case 'webhook':
      return code === 'paused'
        ? { href: '/settings/api-keys', label: 'apiKeys' as const }
        : { href: `/settings/webhooks/${recordId}`, label: 'open' as const }
    case 'reviewSource':
      return { href: `/settings/review-sources/${recordId}`, label: 'open' as const }
    case 'sendingDomain':
      return { href: '/settings/sending-domain', label: 'sendingDomain' as const }
  }
}
