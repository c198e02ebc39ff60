import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { FeedForm } from '@/components/review-sources/feed-form'
import { DetailHeader } from '@/components/settings/detail-header'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('reviews')
  return { title: `${t('sources.feed.title')} · ${t('sources.title')}` }
}

export default async function ConnectFeedPage() {
  const [t, caller] = await Promise.all([getT('reviews'), getPageCaller('admin')])
  const { data: locations } = await caller.locations.names()
  return (
    <ClientMessages namespaces={['reviews']}>
      <DetailHeader
        back={{ href: '/settings/review-sources/new', label: t('sources.new.title') }}
        title={t('sources.feed.title')}
        description={t('sources.feed.lead')}
      />
      <FeedForm locations={locations} />
    </ClientMessages>
  )
}
