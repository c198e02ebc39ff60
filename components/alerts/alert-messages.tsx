import type { AlertLogEntry, AlertMessage, AlertStateReason } from '@/server/alerts/schema'
import { SMS_FAILURE_CAUSES } from '@/server/messaging/sms-failure-causes'
import { formatDateTime } from '../format'
import { getLocale, getT } from '../i18n/server'
import type { Tone } from '../ui/content/badge'

/** `kept`: captured in the Outbox because no provider is configured. */
export type AlertDisplayState = AlertLogEntry['state'] | 'kept'

export const ALERT_STATE_TONES: Record<AlertDisplayState, Tone> = {
  waiting: 'neutral',
  sent: 'positive',
  kept: 'quiet',
  failed: 'negative',
  skipped: 'quiet',
}

export function getMessageDisplayState({ state, reason }: AlertMessage): AlertDisplayState {
  return state === 'sent' && reason?.code === 'captured' ? 'kept' : state
}

export async function AlertMessages({ alert, timeZone }: { alert: AlertLogEntry; timeZone: string }) {
  const [t, locale] = await Promise.all([getT('alerts'), getLocale()])
  return (
    <span className="grid min-w-0 gap-1 text-13 whitespace-normal">
      {alert.pausedUntil !== null && (
        <span>{t('log.toldFrom', { time: formatDateTime(alert.pausedUntil, locale, timeZone) })}</span>
      )}
      {alert.reason !== null && <Reason reason={alert.reason} timeZone={timeZone} />}
      {alert.messages.map((message, index) => (
        <Message key={index} message={message} timeZone={timeZone} />
      ))}
    </span>
  )
}

async function Message({ message, timeZone }: { message: AlertMessage; timeZone: string }) {
  const t = await getT('alerts')
  const { channel, name, reason } = message
  return (
    <span className="grid justify-items-start gap-0.5">
      <span>
        {t('log.way', { way: t(`ways.${channel}`), name: name || t('log.formerMember') })}
        <span className="text-ink-soft"> · {t(`log.states.${getMessageDisplayState(message)}`)}</span>
      </span>
      {reason !== null && <Reason reason={reason} way={channel} timeZone={timeZone} />}
    </span>
  )
}

type ReasonProps = { reason: AlertStateReason; way?: AlertMessage['channel']; timeZone: string }

async function Reason({ reason: { code, values }, way = 'email', timeZone }: ReasonProps) {
  const [t, webhooks, sequences, locale] = await Promise.all([
    getT('alerts'),
    getT('webhooks'),
    getT('sequences'),
    getLocale(),
  ])
  const { until, failure = 'FAILED', status } = values
  const cause = SMS_FAILURE_CAUSES.find((known) => known === values.cause)
  const messageValues = {
    words: cause === undefined ? (values.words ?? '') : sequences(`smsCauses.${cause}`),
    why: status ? t('reasons.status', { status }) : webhooks(`failure.${failure}` as 'failure.FAILED'),
    way,
    until: until === undefined ? '' : formatDateTime(until, locale, timeZone),
  }
  return <span className="text-ink-soft">{t(`reasons.${code}`, messageValues)}</span>
}
