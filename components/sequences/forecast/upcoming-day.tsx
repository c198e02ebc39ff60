import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { UpcomingDays } from '@/server/sequences/forecast/schema'
import { ReasonCounts } from './forecast-steps'

/** What leaves on a day, and what will not. */
export async function UpcomingDay({ day: { day, sent, skipped } }: { day: UpcomingDays['days'][number] }) {
  const [t, locale] = await Promise.all([getT('forecast'), getLocale()])
  const total = sent.reduce((sum, { people }) => sum + people, 0)
  return (
    <Section title={formatDate(`${day}T12:00:00Z`, locale, 'UTC')} description={t('upcoming.total', { count: total })}>
      <ul className="grid divide-y rounded-card border bg-surface">
        {sent.map((step) => (
          <li
            key={`${step.stepId} ${step.surveyName}`}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-4 text-14"
          >
            <SentStep step={step} />
          </li>
        ))}
        {skipped.length > 0 && (
          <li className="grid gap-1 p-4 text-14">
            <span className="text-ink-soft">{t('upcoming.notSent')}</span>
            <ReasonCounts label={t('upcoming.notSent')} counts={skipped} />
          </li>
        )}
      </ul>
    </Section>
  )
}

async function SentStep({ step }: { step: UpcomingDays['days'][number]['sent'][number] }) {
  const [t, tSequences] = await Promise.all([getT('forecast'), getT('sequences')])
  const { sequenceId, sequenceName, position, type, surveyName, people } = step
  return (
    <>
      <span className="min-w-0 wrap-anywhere">
        {sequenceId === null ? (
          t('upcoming.alone')
        ) : (
          <TextLink href={`/sequences/${sequenceId}/sendings`}>{sequenceName}</TextLink>
        )}
        <span className="text-ink-soft">
          {sequenceId !== null && ` · ${tSequences('step', { number: position + 1 })}`}
          {surveyName && ` · ${surveyName}`}
        </span>
      </span>
      <span className="figures">{t(`gets.${type}`, { count: people })}</span>
    </>
  )
}
