import type { ReasonCode } from '@/server/messaging/outcome/schema'
import { FAILURE_DAYS } from '@/server/operations/constants'
import type { FailureGroup } from '@/server/operations/schema'
import type { FailureCode } from '@/server/outbound/failure-code'
import type { TriggerOutcome } from '@/server/sequences/trigger-addresses/schema'
import { getLocale, getT } from '../i18n/server'
import { buildPeopleHref } from '../sequences/results/build-people-href'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { formatCount } from './format-count'
import { OperationList, OperationRow } from './operation-row'

export async function FailuresSection({ failures }: { failures: readonly FailureGroup[] }) {
  const t = await getT('operations')
  const days = FAILURE_DAYS
  return (
    <Section
      title={t('failures.title', { days })}
      description={t(failures.length > 0 ? 'failures.lead' : 'failures.none', { days })}
    >
      {failures.length > 0 && (
        <OperationList>
          {failures.map((failure) => (
            <FailureRow key={`${failure.kind} ${failure.code} ${failure.recordId}`} failure={failure} />
          ))}
        </OperationList>
      )}
    </Section>
  )
}

async function FailureRow({ failure }: { failure: FailureGroup }) {
  const [t, locale] = await Promise.all([getT('operations'), getLocale()])
  const { kind, name, recordId, count, latestAt } = failure
  const subject =
    kind === 'message' && name === null ? t(recordId === null ? 'failures.alone' : 'failures.deleted') : name
  return (
    <OperationRow
      title={await describeReason(failure)}
      href={buildFailureHref(failure)}
      facts={[
        t(`failures.kinds.${kind}`),
        ...(subject === null ? [] : [subject]),
        t.rich('failures.latest', { time: () => <Time key="time" value={latestAt} /> }),
      ]}
      count={formatCount(count, locale)}
    />
  )
}

async function describeReason({ kind, code }: FailureGroup): Promise<string> {
  switch (kind) {
    case 'message':
      return code === 'bounced'
        ? (await getT('operations'))('failures.bounced')
        : (await getT('sequenceResults'))(`reasonNames.${code as ReasonCode}`)
    case 'customerReply':
      return (await getT('sequenceResults'))(`reasonNames.${code as ReasonCode}`)
    case 'delivery':
      return (await getT('webhooks'))(`failure.${code as FailureCode}`)
    case 'reviewReply':
      return (await getT('reviews'))(`replies.${code as 'failed' | 'rejected'}`)
    case 'trigger':
      return (await getT('trigger'))(`outcomes.${code as TriggerOutcome}`)
    case 'import':
    case 'bulkAction':
      return (await getT('operations'))('failures.stopped')
  }
}

/** The list of these records; null if no page has it. */
function buildFailureHref({ kind, code, recordId, name }: FailureGroup): string | null {
  switch (kind) {
    case 'message':
      if (recordId === null || name === null) return null
      return buildPeopleHref(recordId, code === 'bounced' ? { state: 'bounced' } : { state: 'failed', reason: code })
    case 'delivery':
      return `/settings/webhooks/${recordId}?status=failed`
    case 'reviewReply':
      return `/reviews?reply=${code}`
    case 'customerReply':
      return `/responses/${recordId}`
    case 'trigger':
      return `/sequences/${recordId}/entry/trigger/requests?outcome=${code}`
    case 'import':
      return `/contacts/imports/${recordId}`
    case 'bulkAction':
      return `/contacts/actions/${recordId}`
  }
}
