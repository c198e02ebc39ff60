import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataListPage, parseMasterDataQuery } from '@/components/master-data/master-data-list-page'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('employees.title') }
}

export default async function EmployeesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, caller] = await Promise.all([searchParams, getPageCaller()])
  const [{ data, meta }, { data: views }, { data: account }] = await Promise.all([
    caller.employees.browse(parseMasterDataQuery(params)),
    caller.views.list({ list: 'employees' }),
    caller.account.get(),
  ])
  return (
    <MasterDataListPage
      collection="employees"
      params={params}
      meta={meta}
      views={views}
      rows={data}
      mayAdd={account.user.role !== 'member'}
    />
  )
}
