import { getT } from '../i18n/server'
import { LinkTabs } from '../ui/controls/link-tabs'

export async function ListPageTabs({ of }: { of: 'contacts' | 'locations' }) {
  const t = await getT('records')
  const contactTabs = [
    { href: '/contacts', label: t('tabs.contacts') },
    { href: '/contacts/segments', label: t('tabs.segments') },
    { href: '/companies', label: t('companies.title') },
    { href: '/contacts/duplicates', label: t('tabs.duplicates') },
    { href: '/contacts/suppressions', label: t('tabs.suppressions') },
    { href: '/contacts/actions', label: t('tabs.bulkActions') },
  ]
  const locationTabs = [
    { href: '/locations', label: t('locations.title') },
    { href: '/employees', label: t('employees.title') },
  ]
  if (of === 'contacts') return <LinkTabs label={t('tabs.ofContacts')} tabs={contactTabs} />
  return <LinkTabs label={t('tabs.ofLocations')} tabs={locationTabs} />
}
