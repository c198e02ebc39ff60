import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { createCountColumn } from '@/components/records/count-column'
import { parseRecordQuery } from '@/components/records/parse-record-query'
import { RecordList } from '@/components/records/record-list'
import { listTimeZones } from '@/components/settings/list-time-zones'
import { Dash } from '@/components/ui/content/definition-list'
import type { SearchParams } from '@/components/ui/search-params'
import { api } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('locations.title') }
}

export default async function LocationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('records'), searchParams, api()])
  const query = parseRecordQuery(params)
  const [{ data, meta }, { data: views }, { data: account }] = await Promise.all([
    caller.locations.browse(query),
    caller.views.list({ list: 'locations' }),
    caller.account.get(),
  ])
  return (
    <RecordList
      collection="locations"
      params={params}
      meta={meta}
      views={views}
      sort={query.sort}
      rows={data}
      mayAdd={account.user.role !== 'member'}
      timeZones={listTimeZones()}
      columns={[
        {
          key: 'timeZone',
          header: t('columns.timeZone'),
          cell: ({ timeZone }) => timeZone?.replaceAll('_', ' ') ?? <Dash />,
          hiddenBelow: 'sm',
          className: 'min-w-40',
        },
        await createCountColumn('contacts'),
      ]}
    />
  )
}
