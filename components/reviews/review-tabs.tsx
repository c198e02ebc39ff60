import { getT } from '@/components/i18n/server'
import { LinkTabs } from '@/components/ui/controls/link-tabs'

export async function ReviewTabs() {
  const t = await getT('reviews')
  return (
    <LinkTabs
      label={t('tabs.label')}
      tabs={[
        { href: '/reviews', label: t('tabs.list') },
        { href: '/reviews/statistics', label: t('tabs.statistics') },
      ]}
    />
  )
}
