import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { BackToSettings, SettingsNav } from '@/components/settings/settings-nav'
import {
  listSettingsPageNames,
  SETTINGS_GROUP_NAMES,
  SETTINGS_PAGES,
  type SettingsPageName,
} from '@/components/settings/settings-pages'
import { PageSkeletonBoundary } from '@/components/shell/navigation-progress-and-focus'
import { Page, PageHeader } from '@/components/ui/content/page'
import { ContentSkeleton } from '@/components/ui/content/skeleton'
import { LinkTabs } from '@/components/ui/controls/link-tabs'
import { getPageCaller } from '@/server/api/session/page-caller'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const t = await getT('settings')
  const toLink = (name: SettingsPageName) => ({ href: SETTINGS_PAGES[name].href, label: t(`tabs.${name}`) })
  const { data: account } = await (await getPageCaller()).account.get()
  const content = (
    <PageSkeletonBoundary isInSettings skeleton={<ContentSkeleton />}>
      {children}
    </PageSkeletonBoundary>
  )
  if (account.user.role === 'member')
    return (
      <Page width="medium">
        <PageHeader title={t('title')} />
        <LinkTabs label={t('title')} tabs={listSettingsPageNames({ isMember: true }).toReversed().map(toLink)} />
        {content}
      </Page>
    )
  const groups = SETTINGS_GROUP_NAMES.map((group) => ({
    label: t(`groups.${group}`),
    pages: listSettingsPageNames({ group }).map(toLink),
  }))
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
