import { MessageSquareReply } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ReviewLinksForm, TemplateDialog } from '@/components/reviews/later'
import { TemplateTable } from '@/components/reviews/template-table'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  await api('admin')
  const [t, settings] = await Promise.all([getT('reviews'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function ReviewSettingsPage() {
  const caller = await api('admin')
  const [t, { data: templates }, { data: links }, { data: locations }] = await Promise.all([
    getT('reviews'),
    caller.reviews.templates(),
    caller.settings.reviewLinks(),
    caller.locations.names(),
  ])
  return (
    <ClientMessages namespaces={['reviews']}>
      <Section title={t('templates.title')} description={t('templates.lead')} action={<TemplateDialog />}>
        {templates.length > 0 ? (
          <TemplateTable templates={templates} />
        ) : (
          <EmptyState icon={MessageSquareReply} title={t('templates.emptyTitle')}>
            {t('templates.emptyBody')}
          </EmptyState>
        )}
      </Section>
      <Section title={t('links.title')} description={t('links.lead', { placeholder: '{{reviewLinks}}' })}>
        <ReviewLinksForm settings={links} locations={locations.map(({ id, name }) => ({ id, name }))} />
      </Section>
    </ClientMessages>
  )
}
