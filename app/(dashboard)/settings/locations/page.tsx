import { MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { LocationDialog } from '@/components/settings/later'
import { LocationsTable } from '@/components/settings/locations-table'
import { NoAccess } from '@/components/settings/no-access'
import { timeZones } from '@/components/settings/time-zones'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('settings')
  return { title: `${t('locations.title')} · ${t('title')}` }
}

export default async function LocationsPage() {
  const caller = await api()
  const { data: account } = await caller.account.get()
  if (account.user.role === 'member') return <NoAccess organization={account.organization.name} />
  const t = await getT('settings')
  const { data: locations } = await caller.locations.names()
  const zones = timeZones()
  return (
    <ClientMessages namespaces={['settings']}>
      <Section
        title={t('locations.title')}
        description={t('locations.lead')}
        action={<LocationDialog timeZones={zones} />}
      >
        {locations.length > 0 ? (
          <LocationsTable locations={locations} timeZones={zones} />
        ) : (
          <EmptyState icon={MapPin} title={t('locations.emptyTitle')}>
            {t('locations.emptyBody')}
          </EmptyState>
        )}
      </Section>
    </ClientMessages>
  )
}
