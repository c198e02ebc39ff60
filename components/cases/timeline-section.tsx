import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponseEvent } from '@/server/cases/schema'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'

/** What was done about a response, in words, the newest first. */
export async function TimelineSection({ events }: { events: readonly ResponseEvent[] }) {
  const [t, locale] = await Promise.all([getT('cases'), getLocale()])
  const say = ({ kind, actorName, value }: ResponseEvent) => {
    const shown = kind === 'dueSet' && value !== null ? formatDate(value, locale, 'UTC') : value
    return t(`events.${kind}`, { who: actorName ?? t('service'), value: shown ?? 'none' })
  }
  return (
    <Section title={t('timeline')}>
      {events.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('nothing')}</p>
      ) : (
        <ol className="grid gap-2">
          {events.map((event) => (
            <li key={event.id} className="flex flex-wrap items-baseline gap-x-2 text-14">
              <span className="wrap-anywhere">{say(event)}</span>
              <span className="text-13 text-ink-faint">
                <Time value={event.createdAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
