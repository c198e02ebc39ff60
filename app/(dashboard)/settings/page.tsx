import { getCountries } from 'libphonenumber-js'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { DailyUse } from '@/components/settings/daily-use'
import { GeneralForm } from '@/components/settings/later'
import { LeaveSection } from '@/components/settings/leave-section'
import { timeZones } from '@/components/settings/time-zones'
import { api, inOrganization } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  await api('admin')
  const t = await getT('settings')
  return { title: `${t('tabs.general')} · ${t('title')}` }
}

export default async function GeneralSettingsPage() {
  const caller = await api('admin')
  const [{ data: organization }, { data: use }, { data: account }, { data: profile }, locale] = await Promise.all([
    caller.settings.get(),
    caller.settings.dailyUse(),
    inOrganization(caller.account.get()),
    caller.account.profile(),
    getLocale(),
  ])
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = getCountries()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    // The router brings the first box of a page into view, and the form's own is none.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['settings']}>
        <GeneralForm organization={organization} countries={countries} timeZones={timeZones(organization.timeZone)} />
      </ClientMessages>
      <DailyUse use={use} />
      {account.user.role === 'owner' && (
        <ClientMessages namespaces={['settings']}>
          <LeaveSection
            name={organization.name}
            hasPassword={profile.hasPassword}
            isLeaving={account.organization.deletesAt !== null}
          />
        </ClientMessages>
      )}
    </div>
  )
}
