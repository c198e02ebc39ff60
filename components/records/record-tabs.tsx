import { getT } from '../i18n/server'
import { LinkTabs } from '../ui/controls/link-tabs'

export async function ContactTabs() {
  const t = await getT('records')
  return (
    <LinkTabs
      label={t('tabs.ofContacts')}
      tabs={[
        { href: '/contacts', label: t('tabs.contacts') },
        { href: '/companies', label: t('companies.title') },
      ]}
    />
  )
}

export async function LocationTabs() {
  const t = await getT('records')
  return (
    <LinkTabs
      label={t('tabs.ofLocations')}
      tabs={[
        { href: '/locations', label: t('locations.title') },
        { href: '/employees', label: t('employees.title') },
      ]}
    />
  )
}
