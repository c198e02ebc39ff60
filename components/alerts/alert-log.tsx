import { BellRing } from 'lucide-react'
import type { AlertMessage, AlertReason, LoggedAlert } from '@/server/alerts/schema'
import { ALERT_STATES, ALERTS_KEPT_DAYS } from '@/server/alerts/vocabulary'
import { SMS_CAUSES } from '@/server/messaging/vocabulary'
import type { PageMeta } from '@/server/paging'
import { formatDateTime } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { EmptyState } from '../ui/content/empty-state'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import type { SearchParams } from '../ui/href'
import { DataTable } from '../ui/lists/data-table'
import { FilterBar } from '../ui/lists/filter-bar'
import { FilterMenu } from '../ui/lists/filter-menu'
import { Pagination } from '../ui/lists/pagination'
import type { Named } from './in-words'

export type AlertLogProps = {
  path: string
  params: SearchParams
  alerts: readonly LoggedAlert[]
  meta: PageMeta
  state: LoggedAlert['state'] | undefined
  rule: Named | undefined
  /** To choose from. */
  rules: readonly Named[]
  timeZone: string
}

/** What was sent where nothing is sent is kept. */
type ShownState = LoggedAlert['state'] | 'kept'

const TONES: Record<ShownState, Tone> = {
  waiting: 'neutral',
  sent: 'positive',
  kept: 'quiet',
  failed: 'negative',
  skipped: 'quiet',
}

/** What the rules noticed, and on each way what became of it and why. */
export async function AlertLog({ path, params, alerts, meta, state, rule, rules, timeZone }: AlertLogProps) {
  const t = await getT('alerts')
  const active = [
    ...(state === undefined
      ? []
      : [{ params: ['state'], label: t('log.stateIs', { state: t(`log.states.${state}`) }) }]),
    ...(rule === undefined ? [] : [{ params: ['rule'], label: t('log.ruleIs', { name: rule.name }) }]),
  ]
  return (
    <Section title={t('log.title')} description={t('log.lead', { days: ALERTS_KEPT_DAYS })}>
      <FilterBar path={path} params={params} active={active}>
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
              phone: 'title',
              className: 'sm:w-1/4 sm:min-w-44 sm:py-2.5 sm:whitespace-normal align-top',
              cell: (alert) => <Subject alert={alert} />,
            },
            {
              key: 'told',
              header: t('log.told'),
              grow: true,
              phone: 'detail',
              className: 'whitespace-normal sm:w-1/2 sm:min-w-36 sm:py-2.5 align-top',
              cell: (alert) => <Messages alert={alert} timeZone={timeZone} />,
            },
            {
              key: 'state',
              header: t('log.state'),
              phone: 'aside',
              className: 'sm:py-2.5 align-top',
              cell: (alert) => {
                const now = stateOfAlert(alert)
                return <Badge tone={TONES[now]}>{t(`log.states.${now}`)}</Badge>
              },
            },
            {
              key: 'time',
              header: t('log.time'),
              phone: 'end',
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
      <Pagination meta={meta} path={path} params={params} />
    </Section>
  )
}

/** Of an alert that was sent on one way and kept on another, sent. */
function stateOfAlert({ state, messages }: LoggedAlert): ShownState {
  const sent = messages.filter((message) => message.state === 'sent')
  return state === 'sent' && sent.length > 0 && sent.every((message) => stateOfMessage(message) === 'kept')
    ? 'kept'
    : state
}

function stateOfMessage({ state, reason }: AlertMessage): ShownState {
  return state === 'sent' && reason?.code === 'captured' ? 'kept' : state
}

async function Subject({ alert: { subject, rule } }: { alert: LoggedAlert }) {
  const t = await getT('alerts')
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="max-sm:truncate">{subject === null ? t('log.test') : <SubjectLink subject={subject} />}</span>
      <span className="truncate text-13 text-ink-soft">{rule.name}</span>
    </span>
  )
}

async function SubjectLink({ subject }: { subject: NonNullable<LoggedAlert['subject']> }) {
  const t = await getT('alerts')
  if (!subject.isThere) return t('log.gone')
  const words = t(`log.${subject.kind}`, { name: subject.name ?? t('log.someone') })
  return <TextLink href={`/${subject.kind === 'review' ? 'reviews' : 'responses'}/${subject.id}`}>{words}</TextLink>
}

async function Messages({ alert, timeZone }: { alert: LoggedAlert; timeZone: string }) {
  const [t, locale] = await Promise.all([getT('alerts'), getLocale()])
  return (
    <span className="grid min-w-0 gap-1 text-13 whitespace-normal">
      {alert.toldFrom !== null && (
        <span>{t('log.toldFrom', { time: formatDateTime(alert.toldFrom, locale, timeZone) })}</span>
      )}
      {alert.reason !== null && <Reason reason={alert.reason} timeZone={timeZone} />}
      {alert.messages.map((message, at) => (
        <Message key={at} message={message} timeZone={timeZone} />
      ))}
    </span>
  )
}

async function Message({ message, timeZone }: { message: AlertMessage; timeZone: string }) {
  const t = await getT('alerts')
  const { way, name, reason } = message
  return (
    <span className="grid justify-items-start gap-0.5">
      <span>
        {t('log.way', { way: t(`ways.${way}`), name: name || t('log.formerMember') })}
        <span className="text-ink-soft"> · {t(`log.states.${stateOfMessage(message)}`)}</span>
      </span>
      {reason !== null && <Reason reason={reason} way={way} timeZone={timeZone} />}
    </span>
  )
}

type ReasonProps = { reason: AlertReason; way?: AlertMessage['way']; timeZone: string }

async function Reason({ reason: { code, values }, way = 'email', timeZone }: ReasonProps) {
  const [t, webhooks, sequences, locale] = await Promise.all([
    getT('alerts'),
    getT('webhooks'),
    getT('sequences'),
    getLocale(),
  ])
  const { until, failure = 'FAILED', status } = values
  const cause = SMS_CAUSES.find((known) => known === values.cause)
  const words = cause === undefined ? (values.words ?? '') : sequences(`smsCauses.${cause}`)
  const why = status ? t('reasons.status', { status }) : webhooks(`failure.${failure}` as 'failure.FAILED')
  const said = { words, why, way, until: until === undefined ? '' : formatDateTime(until, locale, timeZone) }
  return <span className="text-ink-soft">{t(`reasons.${code}`, said)}</span>
}
