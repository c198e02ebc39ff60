import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataDetailPage } from '@/components/master-data/master-data-detail-page'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { parseSubjectQuery } from '../../subject-queries'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('records'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.employees.get({ id }))).data.name} · ${t('employees.title')}` }
}

export default async function EmployeePage({ params, searchParams }: Props) {
  const [{ id }, search, caller] = await Promise.all([params, searchParams, getPageCaller()])
  const query = parseSubjectQuery('employee', id, search)
  const [{ data }, { data: overview }, { data: surveys }, { data: account }] = await Promise.all([
    orNotFound(caller.employees.detail({ id })),
    orNotFound(caller.overview.subject(query)),
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.account.get(),
  ])
  return (
    <MasterDataDetailPage
      collection="employees"
      record={data}
      overview={overview}
      query={query}
      surveys={surveys}
      params={search}
      mayChange={account.user.role !== 'member'}
    />
  )
}
