import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataDetailPage } from '@/components/master-data/master-data-detail-page'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('records'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.contactOrganizations.get({ id }))).data.name} · ${t('companies.title')}` }
}

export default async function CompanyPage({ params }: Props) {
  const [{ id }, caller] = await Promise.all([params, getPageCaller()])
  const { data } = await orNotFound(caller.contactOrganizations.detail({ id }))
  return <MasterDataDetailPage collection="companies" record={data} mayChange />
}
