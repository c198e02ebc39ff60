import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { MovingInside } from '@/components/shell/moving'
import { Page, PageHeader } from '@/components/ui/content/page'
import { LinkTabs } from '@/components/ui/controls/link-tabs'
import { api } from '@/server/api/caller'

/** The pages of the settings beside each other; members see who else is here. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const t = await getT('settings')
  const { data: account } = await (await api()).account.get()
  const members = { href: '/settings/members', label: t('tabs.members') }
  const auditLog = { href: '/settings/audit-log', label: t('tabs.auditLog') }
  const profile = { href: '/settings/profile', label: t('tabs.profile') }
  const tabs = [
    { href: '/settings', label: t('tabs.general') },
    { href: '/settings/api-keys', label: t('tabs.apiKeys') },
    { href: '/settings/webhooks', label: t('tabs.webhooks') },
    { href: '/settings/review-sources', label: t('tabs.reviewSources') },
    { href: '/settings/reviews', label: t('tabs.reviews') },
    { href: '/settings/templates', label: t('tabs.templates') },
    { href: '/settings/alerts', label: t('tabs.alerts') },
    { href: '/settings/digest', label: t('tabs.digest') },
  ]
  return (
    <Page width="medium">
      <PageHeader title={t('title')} />
      <LinkTabs
        label={t('tabs.label')}
        tabs={account.user.role === 'member' ? [profile, members] : [...tabs, members, auditLog, profile]}
      />
      <MovingInside frame="/settings">{children}</MovingInside>
    </Page>
  )
}
