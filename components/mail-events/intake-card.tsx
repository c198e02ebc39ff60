import { SECRET_SOURCES } from '@/server/message-events/intake/constants'
import type { MailEventIntake } from '@/server/message-events/intake/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { InlineCode } from '../ui/content/code-block'
import { DefinitionList } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'
import { CopyButton } from '../ui/controls/copy-button'
import { IntakeSecretField } from './intake-secret-field'
import { RemoveIntakeDialog } from './remove-intake-dialog'
import { RevealedSecret } from './revealed-secret'

export async function IntakeCard({ intake }: { intake: MailEventIntake }) {
  const t = await getT('mailEvents')
  const { id, provider, address, hasSecret, lastEventAt } = intake
  const source = SECRET_SOURCES[provider]
  const name = t(`provider.${provider}`)
  const counts = await describeCounts(intake)
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border bg-surface p-5">
      <div className="-mt-1.5 -mr-2 -mb-1.5 flex items-start justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pt-1.5">
          <h3 className="text-14 font-semibold">{name}</h3>
          <StateBadge intake={intake} />
        </span>
        <RemoveIntakeDialog id={id} name={name} />
      </div>
      <p className="max-w-[65ch] text-13 text-ink-soft">{t(`setUp.${provider}`)}</p>
      <DefinitionList
        items={[
          {
            label: t('address'),
            value: (
              <span className="flex min-w-0 items-center gap-1">
                <InlineCode>{address}</InlineCode>
                <CopyButton text={address} />
              </span>
            ),
          },
          ...(source === 'service'
            ? [{ label: t('secret'), value: <RevealedSecret id={id} provider={provider} /> }]
            : []),
          {
            label: t('lastEvent'),
            value: lastEventAt === null ? t('never') : <Time value={lastEventAt} />,
          },
          ...(counts.length > 0 ? [{ label: t('events'), value: <EventCounts counts={counts} /> }] : []),
        ]}
      />
      {source === 'provider' && <IntakeSecretField id={id} provider={provider} hasSecret={hasSecret} />}
    </li>
  )
}

async function describeCounts({ recordedCount, unknownCount, refusedCount }: MailEventIntake): Promise<string[]> {
  const [t, locale] = await Promise.all([getT('mailEvents'), getLocale()])
  const counts = { recorded: recordedCount, unknown: unknownCount, refused: refusedCount }
  return (['recorded', 'unknown', 'refused'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(name, { count: counts[name], number: formatNumber(counts[name], locale) }))
}

function EventCounts({ counts }: { counts: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      {counts.map((count) => (
        <span key={count}>{count}</span>
      ))}
    </span>
  )
}

async function StateBadge({ intake: { hasSecret, isConfirmed, lastEventAt } }: { intake: MailEventIntake }) {
  const t = await getT('mailEvents')
  if (!hasSecret) return <Badge tone="neutral">{t('state.noSecret')}</Badge>
  if (!isConfirmed) return <Badge tone="neutral">{t('state.unconfirmed')}</Badge>
  if (lastEventAt === null) return <Badge tone="neutral">{t('state.waiting')}</Badge>
  return <Badge tone="positive">{t('state.receiving')}</Badge>
}
