import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MasterDataDetailPage } from '@/components/master-data/master-data-detail-page'
import { listTimeZoneOptions } from '@/components/settings/list-time-zone-options'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('records'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.locations.get({ id }))).data.name} · ${t('locations.title')}` }
}

export default async function LocationPage({ params }: Props) {
  const [{ id }, caller] = await Promise.all([params, getPageCaller()])
  const [{ data }, { data: account }, { data: alerts }] = await Promise.all([
    orNotFound(caller.locations.detail({ id })),
    caller.account.get(),
    caller.alerts.listReferencing({ id }),
  ])
  return (
    <MasterDataDetailPage
      collection="locations"
      record={data}
      alertNames={alerts}
      mayChange={account.user.role !== 'member'}
      timeZones={listTimeZoneOptions(data.timeZone)}
    />
  )
}
