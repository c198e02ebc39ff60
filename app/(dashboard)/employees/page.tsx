import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { createCountColumn } from '@/components/records/count-column'
import { parseRecordQuery } from '@/components/records/parse-record-query'
import { RecordList } from '@/components/records/record-list'
import { Dash } from '@/components/ui/content/definition-list'
import type { SearchParams } from '@/components/ui/search-params'
import { api } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('records'))('employees.title') }
}

export default async function EmployeesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('records'), searchParams, api()])
  const query = parseRecordQuery(params)
  const [{ data, meta }, { data: views }, { data: account }] = await Promise.all([
    caller.employees.browse(query),
    caller.views.list({ list: 'employees' }),
    caller.account.get(),
  ])
  return (
    <RecordList
      collection="employees"
      params={params}
      meta={meta}
      views={views}
      sort={query.sort}
      rows={data}
      mayAdd={account.user.role !== 'member'}
      columns={[
        {
          key: 'email',
          header: t('columns.email'),
          cell: ({ email }) => email ?? <Dash />,
          hiddenBelow: 'sm',
          className: 'min-w-40',
        },
        await createCountColumn('responses'),
      ]}
    />
  )
}
