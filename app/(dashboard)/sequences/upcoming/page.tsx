import { CalendarClock } from 'lucide-react'
import type { Metadata } from 'next'
import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { ReasonCounts } from '@/components/sequences/forecast/forecast-steps'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { getPageCaller } from '@/server/api/session/page-caller'
import type { UpcomingDays } from '@/server/sequences/forecast/schema'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('forecast')
  return { title: t('upcoming.title') }
}

export default async function UpcomingPage() {
  const [t, caller] = await Promise.all([getT('forecast'), getPageCaller()])
  const { data: upcoming } = await caller.sequences.upcoming()
  const { people, examined, days } = upcoming
  return (
    <Page width="medium">
      <PageHeader
        title={t('upcoming.title')}
        description={t('upcoming.sentence')}
        back={{ href: '/sequences', label: t('upcoming.back') }}
      />
      {examined < people && <p className="text-13 text-ink-soft">{t('upcoming.sample', { people, examined })}</p>}
      {days.length === 0 ? (
        <EmptyState icon={CalendarClock} title={t('upcoming.emptyTitle')}>
          {t('upcoming.empty')}
        </EmptyState>
      ) : (
        days.map((day) => <UpcomingDay key={day.day} day={day} />)
      )}
    </Page>
  )
}

async function UpcomingDay({ day: { day, sent, skipped } }: { day: UpcomingDays['days'][number] }) {
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
