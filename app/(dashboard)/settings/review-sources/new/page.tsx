import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SiteCards } from '@/components/review-sources/site-cards'
import { DetailHeader } from '@/components/settings/detail-header'
import { getGoogleReviewsSetup } from '@/server/api/pages/describe-review-failures'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('reviews')
  return { title: `${t('sources.new.title')} · ${t('sources.title')}` }
}

export default async function ConnectReviewSitePage() {
  const [t, caller] = await Promise.all([getT('reviews'), getPageCaller('admin')])
  const { data: sources } = await caller.reviewSources.list()
  const trial = sources.find(({ kind, status }) => kind === 'sandbox' && status !== 'disconnected')
  return (
    <ClientMessages namespaces={['reviews']}>
      <DetailHeader
        back={{ href: '/settings/review-sources', label: t('sources.back') }}
        title={t('sources.new.title')}
        description={t('sources.new.lead')}
      />
      <SiteCards google={getGoogleReviewsSetup()} trialId={trial?.id ?? null} />
    </ClientMessages>
  )
}
