import { Send } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { NoAccess } from '@/components/settings/no-access'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { pageNumberOf, type SearchParams, textParam } from '@/components/ui/href'
import { Pagination } from '@/components/ui/pagination'
import { Section } from '@/components/ui/section'
import { AutoRefresh } from '@/components/webhooks/auto-refresh'
import { DeliveryTable } from '@/components/webhooks/delivery-table'
import { ResendFailed } from '@/components/webhooks/resend-failed'
import { SubscriptionDetails } from '@/components/webhooks/subscription-details'
import { SubscriptionHead } from '@/components/webhooks/subscription-head'
import { api, found } from '@/server/api/caller'
import { DeliveryStatus, EventKind } from '@/server/webhooks/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('webhooks')
  return { title: t('title') }
}

export default async function SubscriptionPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('webhooks'), params, searchParams, api()])
  const { data: account } = await caller.account.get()
  if (account.user.role === 'member') return <NoAccess organization={account.organization.name} />
  const status = DeliveryStatus.options.find((option) => option === textParam(query, 'status'))
  const kind = EventKind.options.find((option) => option === textParam(query, 'kind'))
  const [{ data: subscription }, { data: deliveries, meta }] = await found(
    Promise.all([
      caller.webhookConsole.get({ id }),
      caller.webhookConsole.deliveries({
        id,
        page: pageNumberOf(query),
        limit: 25,
        ...(status === undefined ? {} : { status }),
        ...(kind === undefined ? {} : { kind }),
      }),
    ]),
  )
  const path = `/settings/webhooks/${id}`
  const isFiltered = status !== undefined || kind !== undefined
  const isUnderWay = subscription.last24Hours.pending > 0 || deliveries.some((each) => each.status === 'pending')
  return (
    <ClientMessages namespaces={['webhooks']}>
      {isUnderWay && <AutoRefresh key={JSON.stringify([subscription.last24Hours, deliveries])} />}
      <SubscriptionHead subscription={subscription} />
      <SubscriptionDetails subscription={subscription} />
      <Section
        title={t('log.title')}
        description={t('log.lead')}
        action={subscription.state === 'active' && (deliveries.length > 0 || isFiltered) && <ResendFailed id={id} />}
      >
        {(deliveries.length > 0 || isFiltered) && (
          <FilterBar
            path={path}
            params={query}
            active={[
              ...(status ? [{ params: ['status'], label: t('log.stateIs', { state: t(`status.${status}`) }) }] : []),
              ...(kind ? [{ params: ['kind'], label: t('log.kindIs', { kind: t(`kind.${kind}`) }) }] : []),
            ]}
          >
            <FilterMenu
              param="status"
              label={t('log.filterState')}
              options={DeliveryStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
            <FilterMenu
              param="kind"
              label={t('log.filterKind')}
              options={EventKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
          </FilterBar>
        )}
        {deliveries.length > 0 ? (
          <DeliveryTable subscriptionId={id} deliveries={deliveries} />
        ) : (
          <EmptyState
            icon={Send}
            title={t(isFiltered ? 'log.noMatchTitle' : 'log.emptyTitle')}
            action={
              isFiltered && (
                <Button asChild>
                  <Link href={path}>{t('log.showAll')}</Link>
                </Button>
              )
            }
          >
            {t(isFiltered ? 'log.noMatchBody' : 'log.emptyBody')}
          </EmptyState>
        )}
        <Pagination meta={meta} path={path} params={query} />
      </Section>
    </ClientMessages>
  )
}
