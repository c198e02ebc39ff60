import { formatDate } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponseEvent, ResponseReply } from '@/server/cases/schema'
import type { Reason } from '@/server/messaging/outcome/schema'
import { formatReason } from '../sequences/format-reason'
import { AutoRefresh } from '../ui/auto-refresh'
import { Badge, type Tone } from '../ui/content/badge'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { RetryReplyButton } from './retry-reply-button'

export type TimelineSectionProps = {
  events: readonly ResponseEvent[]
  replies: readonly ResponseReply[]
  timeZone: string
}

export async function TimelineSection({ events, replies, timeZone }: TimelineSectionProps) {
  const [t, locale] = await Promise.all([getT('cases'), getLocale()])
  const describeEvent = ({ kind, actorName, value }: ResponseEvent) => {
    const displayValue = kind === 'dueSet' && value !== null ? formatDate(value, locale, 'UTC') : value
    return t(`events.${kind}`, { who: actorName ?? t('service'), value: displayValue ?? 'none' })
  }
  const repliesById = new Map(replies.map((reply) => [reply.id, reply]))
  const pendingReplies = replies.filter(({ status }) => status === 'waiting')
  return (
    <Section title={t('timeline')}>
      {pendingReplies.length > 0 && (
        <AutoRefresh key={pendingReplies.map(({ id, reason }) => `${id} ${reason?.code}`).join()} />
      )}
      {events.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('nothing')}</p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {events.map((event) => {
            const reply = event.kind === 'replied' ? repliesById.get(event.value ?? '') : undefined
            return (
              <li key={event.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-14">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="wrap-anywhere">{describeEvent(event)}</span>
                  <span className="text-13 text-ink-faint">
                    <Time value={event.createdAt} />
                  </span>
                </span>
                {reply && <ResponseReplyEntry reply={reply} timeZone={timeZone} />}
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}

const TONES: Record<ResponseReply['status'], Tone> = {
  waiting: 'accent',
  sent: 'positive',
  captured: 'neutral',
  failed: 'negative',
}

async function ResponseReplyEntry({ reply, timeZone }: { reply: ResponseReply; timeZone: string }) {
  const t = await getT('cases')
  const { id, subject, text, recipient, status, reason, mayRetry } = reply
  return (
    <article
      aria-label={subject || t('reply.erased')}
      className="grid gap-1.5 rounded-card border bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
        <Badge tone={TONES[status]}>{t(`reply.states.${getReplyStateKey(reply)}`)}</Badge>
        {recipient !== '' && (
          <span className="min-w-0 text-ink-soft wrap-anywhere">{t('reply.to', { address: recipient })}</span>
        )}
      </div>
      {text === '' ? (
        <p className="text-14 text-ink-soft">{t('reply.erased')}</p>
      ) : (
        <>
          <p dir="auto" className="text-14 font-medium wrap-anywhere">
            {subject}
          </p>
          <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap text-ink-soft">
            {text}
          </p>
        </>
      )}
      {reason !== null && (
        <p className="text-13 wrap-anywhere text-ink-soft">
          <ReplyReason reason={reason} timeZone={timeZone} />
        </p>
      )}
      {mayRetry && (
        <div className="pt-1">
          <ClientMessages namespaces={['cases']}>
            <RetryReplyButton id={id} />
          </ClientMessages>
        </div>
      )}
    </article>
  )
}

/** Queued with a reason: held. Failed, but possibly delivered: unconfirmed. */
function getReplyStateKey({ status, reason, mayRetry, text }: ResponseReply) {
  if (status === 'waiting' && reason !== null) return 'held'
  return status === 'failed' && !mayRetry && text !== '' ? 'unconfirmed' : status
}

async function ReplyReason({ reason, timeZone }: { reason: Reason; timeZone: string }) {
  return formatReason(await getT('sequences'), reason, await getLocale(), timeZone)
}
