import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataListPage, parseMasterDataQuery } from '@/components/master-data/master-data-list-page'
import { listTimeZoneOptions } from '@/components/settings/list-time-zone-options'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('locations.title') }
}

export default async function LocationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, caller] = await Promise.all([searchParams, getPageCaller()])
  const [{ data, meta }, { data: views }, { data: account }] = await Promise.all([
    caller.locations.browse(parseMasterDataQuery(params)),
    caller.views.list({ list: 'locations' }),
    caller.account.get(),
  ])
  return (
    <MasterDataListPage
      collection="locations"
      params={params}
      meta={meta}
      views={views}
      rows={data}
      mayAdd={account.user.role !== 'member'}
      timeZones={listTimeZoneOptions()}
    />
  )
}
