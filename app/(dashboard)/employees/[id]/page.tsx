import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataDetailPage } from '@/components/master-data/master-data-detail-page'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('records'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.employees.get({ id }))).data.name} · ${t('employees.title')}` }
}

export default async function EmployeePage({ params }: Props) {
  const [{ id }, caller] = await Promise.all([params, getPageCaller()])
  const [{ data }, { data: account }] = await Promise.all([
    orNotFound(caller.employees.detail({ id })),
    caller.account.get(),
  ])
  return <MasterDataDetailPage collection="employees" record={data} mayChange={account.user.role !== 'member'} />
}
