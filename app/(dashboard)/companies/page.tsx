import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataListPage, parseMasterDataQuery } from '@/components/master-data/master-data-list-page'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('companies.title') }
}

export default async function CompaniesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, caller] = await Promise.all([searchParams, getPageCaller()])
  const [{ data, meta }, { data: views }] = await Promise.all([
    caller.contactOrganizations.browse(parseMasterDataQuery(params)),
    caller.views.list({ list: 'companies' }),
  ])
  return <MasterDataListPage collection="companies" params={params} meta={meta} views={views} rows={data} mayAdd />
}
