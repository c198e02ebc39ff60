import { Send } from 'lucide-react'
import { getT } from '@/components/i18n/server'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { DELIVERY_STATUSES, EVENT_KINDS } from '@/server/webhooks/constants'
import type { DashboardSubscription, Delivery, DeliveryStatus, EventKind } from '@/server/webhooks/schema'
import { Link } from '../ui/controls/link'
import { DeliveryList } from './delivery-list'
import { ResendFailedDeliveriesDialog } from './resend-failed-deliveries-dialog'

type DeliveryLogProps = Pick<FilterableListBaseProps, 'params' | 'meta' | 'views'> & {
  subscription: DashboardSubscription
  deliveries: readonly Delivery[]
  status?: DeliveryStatus | undefined
  kind?: EventKind | undefined
  search?: string | undefined
  sort?: string | undefined
}

export async function DeliveryLog({ subscription, deliveries, status, kind, search, sort, ...list }: DeliveryLogProps) {
  const t = await getT('webhooks')
  const path = `/settings/webhooks/${subscription.id}`
  const isFiltered = status !== undefined || kind !== undefined || search !== undefined
  const isEmpty = deliveries.length === 0
  return (
    <Section
      title={t('log.title')}
      description={t('log.lead')}
      action={
        subscription.state === 'active' &&
        (!isEmpty || isFiltered) && <ResendFailedDeliveriesDialog id={subscription.id} />
      }
    >
      <DeliveryList
        {...list}
        path={path}
        sort={sort ?? DEFAULT_SORT}
        subscriptionId={subscription.id}
        canResend={subscription.state === 'active'}
        deliveries={deliveries}
        activeFilters={[
          ...(search ? [{ params: ['search'], label: t('log.searchIs', { search }) }] : []),
          ...(status ? [{ params: ['status'], label: t('log.stateIs', { state: t(`status.${status}`) }) }] : []),
          ...(kind ? [{ params: ['kind'], label: t('log.kindIs', { kind: t(`kind.${kind}`) }) }] : []),
        ]}
        search={<SearchInput label={t('log.search')} />}
        filters={
          <>
            <FilterMenu
              param="status"
              label={t('log.filterState')}
              options={DELIVERY_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
            <FilterMenu
              param="kind"
              label={t('log.filterKind')}
              options={EVENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
          </>
        }
        renderEmpty={(isNarrowed) => <DeliveryEmptyState path={path} isFiltered={isNarrowed} />}
      />
    </Section>
  )
}

async function DeliveryEmptyState({ path, isFiltered }: { path: string; isFiltered: boolean }) {
  const t = await getT('webhooks')
  const showAll = (
    <Button asChild>
      <Link href={path}>{t('log.showAll')}</Link>
    </Button>
  )
  return (
    <EmptyState
      icon={Send}
      title={t(isFiltered ? 'log.noMatchTitle' : 'log.emptyTitle')}
      action={isFiltered && showAll}
    >
      {t(isFiltered ? 'log.noMatchBody' : 'log.emptyBody')}
    </EmptyState>
  )
}
