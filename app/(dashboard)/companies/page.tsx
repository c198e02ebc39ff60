import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataListPage } from '@/components/master-data/master-data-list-page'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'
import { parseComparisonQuery } from '../subject-queries'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('companies.title') }
}

export default async function CompaniesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, caller] = await Promise.all([searchParams, getPageCaller()])
  const query = parseComparisonQuery('company', params)
  const [{ data: comparison }, { data: surveys }, { data: views }] = await Promise.all([
    caller.overview.compare(query),
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.views.list({ list: 'companies' }),
  ])
  return (
    <MasterDataListPage
      collection="companies"
      params={params}
      comparison={comparison}
      query={query}
      surveys={surveys}
      views={views}
      mayAdd
    />
  )
}
