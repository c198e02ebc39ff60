import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { BackToSettings, SettingsNav } from '@/components/settings/settings-nav'
import { PendingPage } from '@/components/shell/page-transition'
import { Page, PageHeader } from '@/components/ui/content/page'
import { ContentSkeleton } from '@/components/ui/content/skeleton'
import { LinkTabs } from '@/components/ui/controls/link-tabs'
import { api } from '@/server/api/session/caller'

const HREFS = {
  general: '/settings/general',
  members: '/settings/members',
  auditLog: '/settings/audit-log',
  templates: '/settings/templates',
  reviews: '/settings/reviews',
  reviewSources: '/settings/review-sources',
  alerts: '/settings/alerts',
  digest: '/settings/digest',
  apiKeys: '/settings/api-keys',
  webhooks: '/settings/webhooks',
  profile: '/settings/profile',
} as const

/** Settings navigation beside each page; members see only their profile and the member list. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const t = await getT('settings')
  const { data: account } = await (await api()).account.get()
  const content = (
    <PendingPage isFramed skeleton={<ContentSkeleton />}>
      {children}
    </PendingPage>
  )
  if (account.user.role === 'member')
    return (
      <Page width="medium">
        <PageHeader title={t('title')} />
        <LinkTabs
          label={t('title')}
          tabs={[
            { href: HREFS.profile, label: t('tabs.profile') },
            { href: HREFS.members, label: t('tabs.members') },
          ]}
        />
        {content}
      </Page>
    )
  const page = (name: keyof typeof HREFS) => ({ href: HREFS[name], label: t(`tabs.${name}`) })
  const groups = [
    { label: t('groups.organization'), pages: [page('general'), page('members'), page('auditLog')] },
    { label: t('groups.sending'), pages: [page('templates'), page('reviews')] },
    { label: t('groups.reviews'), pages: [page('reviewSources')] },
    { label: t('groups.notifications'), pages: [page('alerts'), page('digest')] },
    { label: t('groups.developers'), pages: [page('apiKeys'), page('webhooks')] },
    { label: t('groups.you'), pages: [page('profile')] },
  ]
  return (
    <Page>
      <PageHeader title={t('title')} backLink={<BackToSettings label={t('all')} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[184px_minmax(0,896px)]">
        <SettingsNav label={t('title')} groups={groups} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">{content}</div>
      </div>
    </Page>
  )
}
