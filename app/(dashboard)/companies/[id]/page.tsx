import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { CompanyPeople } from '@/components/master-data/company-people'
import { MasterDataDetailPage } from '@/components/master-data/master-data-detail-page'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { parseSubjectQuery } from '../../subject-queries'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

const PEOPLE_FILTERS = ['answered', 'unanswered', 'neverAsked'] as const

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('records'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.contactOrganizations.get({ id }))).data.name} · ${t('companies.title')}` }
}

export default async function CompanyPage({ params, searchParams }: Props) {
  const [{ id }, search, caller] = await Promise.all([params, searchParams, getPageCaller()])
  const query = parseSubjectQuery('company', id, search)
  const filter = PEOPLE_FILTERS.find((value) => value === readTextParam(search, 'people'))
  const [{ data }, { data: overview }, { data: people }, { data: surveys }] = await Promise.all([
    orNotFound(caller.contactOrganizations.detail({ id })),
    orNotFound(caller.overview.subject(query)),
    orNotFound(
      caller.contactOrganizations.people({ id, page: readPageNumber(search), limit: 20, ...(filter && { filter }) }),
    ),
    caller.surveys.list({ page: 1, limit: 100 }),
  ])
  return (
    <MasterDataDetailPage
      collection="companies"
      record={data}
      overview={overview}
      query={query}
      surveys={surveys}
      params={search}
      mayChange
    >
      <CompanyPeople people={people} filter={filter} companyId={id} params={search} />
    </MasterDataDetailPage>
  )
}
