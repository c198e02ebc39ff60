import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataList, parseMasterDataQuery } from '@/components/master-data/master-data-list'
import { listTimeZones } from '@/components/settings/list-time-zones'
import type { SearchParams } from '@/components/ui/search-params'
import { api } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('locations.title') }
}

export default async function LocationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, caller] = await Promise.all([searchParams, api()])
  const [{ data, meta }, { data: views }, { data: account }] = await Promise.all([
    caller.locations.browse(parseMasterDataQuery(params)),
    caller.views.list({ list: 'locations' }),
    caller.account.get(),
  ])
  return (
    <MasterDataList
      collection="locations"
      params={params}
      meta={meta}
      views={views}
      rows={data}
      mayAdd={account.user.role !== 'member'}
      timeZones={listTimeZones()}
    />
  )
}
