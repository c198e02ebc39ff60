import { BellRing } from 'lucide-react'
import { ALERT_RETENTION_DAYS, ALERT_STATES } from '@/server/alerts/constants'
import type { AlertLogEntry } from '@/server/alerts/schema'
import type { PageMeta } from '@/server/paging'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { EmptyState } from '../ui/content/empty-state'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { DataTable } from '../ui/lists/data-table'
import { FilterBar } from '../ui/lists/filter-bar'
import { FilterMenu } from '../ui/lists/filter-menu'
import { Pagination } from '../ui/lists/pagination'
import type { SearchParams } from '../ui/search-params'
import { ALERT_STATE_TONES, type AlertDisplayState, AlertMessages, getMessageDisplayState } from './alert-messages'
import type { NamedChoice } from './describe-rule'

const PATH = '/settings/alerts'

export type AlertLogProps = {
  params: SearchParams
  alerts: readonly AlertLogEntry[]
  meta: PageMeta
  state: AlertLogEntry['state'] | undefined
  rule: NamedChoice | undefined
  rules: readonly NamedChoice[]
  timeZone: string
}

export async function AlertLog({ params, alerts, meta, state, rule, rules, timeZone }: AlertLogProps) {
  const t = await getT('alerts')
  const active = [
    ...(state === undefined
      ? []
      : [{ params: ['state'], label: t('log.stateIs', { state: t(`log.states.${state}`) }) }]),
    ...(rule === undefined ? [] : [{ params: ['rule'], label: t('log.ruleIs', { name: rule.name }) }]),
  ]
  return (
    <Section title={t('log.title')} description={t('log.lead', { days: ALERT_RETENTION_DAYS })}>
      <FilterBar path={PATH} params={params} activeFilters={active}>
        <FilterMenu
          param="state"
          label={t('log.state')}
          options={ALERT_STATES.map((value) => ({ value, label: t(`log.states.${value}`) }))}
        />
        <FilterMenu
          param="rule"
          label={t('log.rule')}
          options={rules.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FilterBar>
      {alerts.length > 0 ? (
        <DataTable
          caption={t('log.title')}
          rows={alerts}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'subject',
              header: t('log.subject'),
              phoneSlot: 'title',
              className: 'sm:w-1/4 sm:min-w-44 sm:py-2.5 sm:whitespace-normal align-top',
              cell: (alert) => <Subject alert={alert} />,
            },
            {
              key: 'told',
              header: t('log.told'),
              grow: true,
              phoneSlot: 'detail',
              className: 'whitespace-normal sm:w-1/2 sm:min-w-36 sm:py-2.5 align-top',
              cell: (alert) => <AlertMessages alert={alert} timeZone={timeZone} />,
            },
            {
              key: 'state',
              header: t('log.state'),
              phoneSlot: 'aside',
              className: 'sm:py-2.5 align-top',
              cell: (alert) => {
                const displayState = getAlertDisplayState(alert)
                return <Badge tone={ALERT_STATE_TONES[displayState]}>{t(`log.states.${displayState}`)}</Badge>
              },
            },
            {
              key: 'time',
              header: t('log.time'),
              phoneSlot: 'end',
              className: 'sm:py-2.5 align-top',
              cell: ({ createdAt }) => <Time value={createdAt} />,
            },
          ]}
        />
      ) : (
        <EmptyState icon={BellRing} title={t(active.length > 0 ? 'log.noneTitle' : 'log.emptyTitle')}>
          {t(active.length > 0 ? 'log.noneBody' : 'log.emptyBody')}
        </EmptyState>
      )}
      <Pagination meta={meta} path={PATH} params={params} />
    </Section>
  )
}

/** `sent` if any message was sent, even if another one was captured. */
function getAlertDisplayState({ state, messages }: AlertLogEntry): AlertDisplayState {
  const sent = messages.filter((message) => message.state === 'sent')
  return state === 'sent' && sent.length > 0 && sent.every((message) => getMessageDisplayState(message) === 'kept')
    ? 'kept'
    : state
}

function Subject({ alert: { subject, rule } }: { alert: AlertLogEntry }) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="max-sm:truncate">
        <SubjectLink subject={subject} />
      </span>
      <span className="truncate text-13 text-ink-soft">{rule.name}</span>
    </span>
  )
}

async function SubjectLink({ subject }: Pick<AlertLogEntry, 'subject'>) {
  const t = await getT('alerts')
  if (!subject) return t('log.test')
  if (!subject.exists) return t('log.gone')
  const label = t(`log.${subject.kind}`, { name: subject.name ?? t('log.someone') })
  return <TextLink href={`/${subject.kind === 'review' ? 'reviews' : 'responses'}/${subject.id}`}>{label}</TextLink>
}
