import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { readSortParam } from '@/components/ui/lists/filterable-list'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { DeliveryLog } from '@/components/webhooks/delivery-log'
import { SubscriptionDetails } from '@/components/webhooks/subscription-details'
import { SubscriptionHeader } from '@/components/webhooks/subscription-header'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { DeliveryStatus, EventKind, ListDeliveries } from '@/server/webhooks/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('webhooks'), params, getPageCaller('admin')])
  const { data: subscription } = await orNotFound(caller.webhookConsole.get({ id }))
  return { title: `${subscription.hookUrl} · ${t('title')}` }
}

export default async function WebhookPage({ params, searchParams }: Props) {
  const [{ id }, query, caller] = await Promise.all([params, searchParams, getPageCaller('admin')])
  const status = DeliveryStatus.options.find((option) => option === readTextParam(query, 'status'))
  const kind = EventKind.options.find((option) => option === readTextParam(query, 'kind'))
  const search = readTextParam(query, 'search')
  const sort = readSortParam(query, ListDeliveries.shape.sort.unwrap().options)
  const [{ data: subscription }, { data: deliveries, meta }, { data: views }] = await orNotFound(
    Promise.all([
      caller.webhookConsole.get({ id }),
      caller.webhookConsole.deliveries({
        id,
        page: readPageNumber(query),
        limit: 25,
        ...(status === undefined ? {} : { status }),
        ...(kind === undefined ? {} : { kind }),
        ...(search === undefined ? {} : { search }),
        ...(sort === undefined ? {} : { sort }),
      }),
      caller.views.list({ list: 'deliveries' }),
    ]),
  )
  const hasPending = subscription.last24Hours.pending > 0 || deliveries.some((each) => each.status === 'pending')
  return (
    <ClientMessages namespaces={['webhooks']}>
      {hasPending && <AutoRefresh key={JSON.stringify([subscription.last24Hours, deliveries])} />}
      <SubscriptionHeader subscription={subscription} />
      <SubscriptionDetails subscription={subscription} />
      <DeliveryLog {...{ subscription, deliveries, meta, status, kind, search, sort, views }} params={query} />
    </ClientMessages>
  )
}
