import type { WaitingKind } from '@/server/operations/constants'
import type { WaitingWork } from '@/server/operations/schema'
import { getLocale, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { formatCount } from './format-count'
import { OperationList, OperationRow } from './operation-row'

export async function WaitingSection({ waiting }: { waiting: readonly WaitingWork[] }) {
  const [t, tForecast, locale] = await Promise.all([getT('operations'), getT('forecast'), getLocale()])
  return (
    <Section
      title={t('waiting.title')}
      description={t(waiting.length > 0 ? 'waiting.lead' : 'waiting.none')}
      action={<TextLink href="/sequences/upcoming">{tForecast('upcoming.title')}</TextLink>}
    >
      {waiting.length > 0 && (
        <OperationList>
          {waiting.map((work) => (
            <OperationRow
              key={work.kind}
              title={t(`waiting.kinds.${work.kind}`)}
              href={buildWaitingHref(work)}
              badge={work.isLate && <Badge tone="neutral">{t('waiting.late')}</Badge>}
              facts={[t.rich('waiting.oldest', { time: () => <Time key="time" value={work.oldestAt} /> })]}
              count={formatCount(work.count, locale)}
            />
          ))}
        </OperationList>
      )}
    </Section>
  )
}

const LISTS: Record<WaitingKind, string | null> = {
  steps: '/sendings',
  entries: '/entry',
  triggers: '/entry/trigger/requests',
  sendingActions: '/sendings',
  imports: '/contacts/import',
  bulkActions: '/contacts/actions',
  deliveries: '/settings/webhooks',
  reviewReplies: '/reviews?reply=sending',
  reviewSyncs: '/settings/review-sources',
  customerEmails: null,
  systemEmails: null,
  alerts: '/settings/alerts',
}

const KINDS_OF_SEQUENCES: readonly WaitingKind[] = ['steps', 'entries', 'triggers', 'sendingActions']

/** The list of what waits; in a sequence, where the oldest is. */
function buildWaitingHref({ kind, sequenceId }: WaitingWork): string | null {
  if (!KINDS_OF_SEQUENCES.includes(kind)) return LISTS[kind]
  return sequenceId === null ? null : `/sequences/${sequenceId}${LISTS[kind]}`
}
