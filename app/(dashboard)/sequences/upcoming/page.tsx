import { CalendarClock } from 'lucide-react'
import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { UpcomingDay } from '@/components/sequences/forecast/upcoming-day'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, title] = await Promise.all([getT('forecast'), getT('sequences')])
  return { title: `${t('upcoming.title')} · ${title('title')}` }
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
