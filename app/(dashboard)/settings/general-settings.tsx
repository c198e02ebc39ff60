import { getCountries } from 'libphonenumber-js'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale } from '@/components/i18n/server'
import { DailyMessageUsageSection } from '@/components/settings/daily-message-usage-section'
import { DeleteOrganizationSection } from '@/components/settings/delete-organization-section'
import { GeneralForm } from '@/components/settings/general-form'
import { listTimeZoneOptions } from '@/components/settings/list-time-zone-options'
import { TestOrganizationSection } from '@/components/test-organization/test-organization-section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function GeneralSettings() {
  const caller = await getPageCaller('admin')
  const [{ data: organization }, { data: use }, { data: account }, { data: profile }, { data: own }, locale] =
    await Promise.all([
      caller.settings.get(),
      caller.settings.dailyUse(),
      requireMemberAccount(caller.account.get()),
      caller.account.profile(),
      caller.testOrganizations.own(),
      getLocale(),
    ])
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = getCountries()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    // The router scrolls the first box of a page into view; the form's wrapper has none (`display: contents`).
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['settings']}>
        <GeneralForm
          organization={organization}
          countries={countries}
          timeZones={listTimeZoneOptions(organization.timeZone)}
        />
      </ClientMessages>
      {!account.organization.isTest && (
        <>
          <DailyMessageUsageSection usage={use} />
          <TestOrganizationSection own={own} organizationName={organization.name} />
        </>
      )}
      {account.user.role === 'owner' && (
        <ClientMessages namespaces={['settings']}>
          <DeleteOrganizationSection
            name={organization.name}
            hasPassword={profile.hasPassword}
            isDeletionRequested={account.organization.deletesAt !== null}
          />
        </ClientMessages>
      )}
    </div>
  )
}
