import { MailCheck } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AddIntakeForm } from '@/components/mail-events/add-intake-form'
import { IntakeCard } from '@/components/mail-events/intake-card'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('mailEvents'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function MailEventsPage() {
  const caller = await getPageCaller('admin')
  const [t, { data: intakes }] = await Promise.all([getT('mailEvents'), caller.mailEvents.list()])
  return (
    <ClientMessages namespaces={['mailEvents']}>
      <Section title={t('title')} description={t('lead')}>
        {intakes.length === 0 ? (
          <EmptyState icon={MailCheck} title={t('emptyTitle')}>
            {t('emptyBody')}
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {intakes.map((intake) => (
              <IntakeCard key={intake.id} intake={intake} />
            ))}
          </ul>
        )}
        <AddIntakeForm existing={intakes.map(({ provider }) => provider)} />
      </Section>
    </ClientMessages>
  )
}
