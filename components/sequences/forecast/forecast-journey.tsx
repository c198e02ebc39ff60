'use client'

import { useTranslations } from 'use-intl/react'
import { Badge } from '@/components/ui/content/badge'
import { Time } from '@/components/ui/content/time'
import type { JourneyOutlook } from '@/server/sequences/forecast/schema'
import { ReasonText } from '../reason-text'
import { STEP_ICONS } from '../step-icons'

type Event = JourneyOutlook['events'][number]

const TONES = { sent: 'positive', skipped: 'neutral', completed: 'neutral', waiting: 'neutral' } as const

/** Every decision about a contact, in the order of time. */
export function ForecastJourney({ outlook: { events, end } }: { outlook: JourneyOutlook }) {
  const t = useTranslations('forecast')
  return (
    <>
      <ol className="grid gap-4">
        {events.map((event) => (
          <JourneyEvent key={`${event.stepId} ${event.at} ${event.status}`} event={event} />
        ))}
      </ol>
      {end && (
        <p className="text-14 text-ink-soft">
          {end.reason ? <ReasonText reason={end.reason} /> : t('end')}{' '}
          <Time value={end.at} as="datetime" className="text-ink-faint" />
        </p>
      )}
    </>
  )
}

function JourneyEvent({ event }: { event: Event }) {
  const t = useTranslations('forecast')
  const tSequences = useTranslations('sequences')
  const { at, position, type, surveyName, status, reason, branch } = event
  const Icon = STEP_ICONS[type]
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 text-14">
      <span className="grid size-8 place-items-center rounded-full border bg-surface text-ink-soft">
        <Icon size={16} aria-hidden />
      </span>
      <div className="grid gap-1 pt-1.5 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">
            {tSequences('step', { number: position + 1 })} · {tSequences(`stepType.${type}`)}
            {surveyName && <span className="font-normal text-ink-soft"> · {surveyName}</span>}
          </span>
          <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
          <Time value={at} as="datetime" className="text-13 text-ink-faint" />
        </p>
        {branch && <p className="text-ink-soft">{t(`branch.${branch}`)}</p>}
        {reason && (
          <p className="max-w-[70ch] text-ink-soft">
            <ReasonText reason={reason} />
          </p>
        )}
      </div>
    </li>
  )
}
