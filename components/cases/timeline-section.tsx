import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponseEvent, ResponseReply } from '@/server/cases/schema'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { AutoRefresh } from '../webhooks/auto-refresh'
import { ResponseReplyEntry } from './response-reply-entry'

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
  const findReply = ({ kind, value }: ResponseEvent) => (kind === 'replied' ? repliesById.get(value ?? '') : undefined)
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
            const reply = findReply(event)
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
