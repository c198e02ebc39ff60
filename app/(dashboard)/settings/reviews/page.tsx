import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ReviewLinksForm } from '@/components/reviews/review-links-form'
import { Section } from '@/components/ui/content/section'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('reviews'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function ReviewSettingsPage() {
  const caller = await getPageCaller('admin')
  const [t, { data: links }, { data: locations }] = await Promise.all([
    getT('reviews'),
    caller.settings.reviewLinks(),
    caller.locations.names(),
  ])
  return (
    <ClientMessages namespaces={['reviews']}>
      <Section title={t('links.title')} description={t('links.lead', { placeholder: '{{reviewLinks}}' })}>
        <ReviewLinksForm settings={links} locations={locations} />
      </Section>
    </ClientMessages>
  )
}
