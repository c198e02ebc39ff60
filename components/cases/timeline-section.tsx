import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponseEvent, ResponseReply } from '@/server/cases/schema'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { AutoRefresh } from '../webhooks/auto-refresh'
import { ReplyEntry } from './reply-entry'

export type TimelineSectionProps = {
  events: readonly ResponseEvent[]
  replies: readonly ResponseReply[]
  timeZone: string
}

export async function TimelineSection({ events, replies, timeZone }: TimelineSectionProps) {
  const [t, locale] = await Promise.all([getT('cases'), getLocale()])
  const say = ({ kind, actorName, value }: ResponseEvent) => {
    const shown = kind === 'dueSet' && value !== null ? formatDate(value, locale, 'UTC') : value
    return t(`events.${kind}`, { who: actorName ?? t('service'), value: shown ?? 'none' })
  }
  const written = new Map(replies.map((reply) => [reply.id, reply]))
  const replyOf = ({ kind, value }: ResponseEvent) => (kind === 'replied' ? written.get(value ?? '') : undefined)
  const underWay = replies.filter(({ status }) => status === 'waiting')
  return (
    <Section title={t('timeline')}>
      {underWay.length > 0 && <AutoRefresh key={underWay.map(({ id, reason }) => `${id} ${reason?.code}`).join()} />}
      {events.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('nothing')}</p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {events.map((event) => {
            const reply = replyOf(event)
            return (
              <li key={event.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-14">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="wrap-anywhere">{say(event)}</span>
                  <span className="text-13 text-ink-faint">
                    <Time value={event.createdAt} />
                  </span>
                </span>
                {reply && <ReplyEntry reply={reply} timeZone={timeZone} />}
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}
