import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { OutcomeFilter } from '@/components/sequences/trigger/outcome-filter'
import { isReplayable, parseOutcome } from '@/components/sequences/trigger/outcomes'
import { ReplayAllButton } from '@/components/sequences/trigger/replay-buttons'
import { RequestTable } from '@/components/sequences/trigger/request-table'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('trigger'), params, getPageCaller()])
  return { title: `${t('logTitle')} · ${(await orNotFound(caller.sequences.get({ id }))).data.name}` }
}

export default async function TriggerRequestsPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('trigger'), params, searchParams, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const { data: address } = await caller.triggerAddresses.get({ sequenceId: id })
  if (!address) notFound()
  const outcome = parseOutcome(readTextParam(query, 'outcome'))
  const path = `/sequences/${id}/entry/trigger/requests`
  const { data, meta } = await caller.triggerAddresses.requests({
    sequenceId: id,
    page: readPageNumber(query),
    limit: 50,
    ...(outcome ? { outcome } : {}),
  })
  const canReplay = address.isActive && data.length > 0 && isReplayable(outcome)
  return (
    <Page>
      <ClientMessages namespaces={['trigger']}>
        <PageHeader
          title={t('logTitle')}
          description={t('logSentence')}
          back={{ href: `/sequences/${id}/entry/trigger`, label: `${t('title')} · ${sequence.name}` }}
          actions={canReplay && outcome ? <ReplayAllButton sequenceId={id} outcome={outcome} /> : undefined}
        />
        {data.some((request) => request.outcome === null) && <AutoRefresh key={data[0]?.id} />}
        {(data.length > 0 || outcome) && <OutcomeFilter path={path} value={outcome ?? ''} />}
        {data.length === 0 ? (
          <EmptyState icon={Inbox} title={t(outcome ? 'noneTitle' : 'logEmptyTitle')}>
            {t(outcome ? 'noneBody' : 'logEmpty')}
          </EmptyState>
        ) : (
          <RequestTable path={path} requests={data} />
        )}
        <Pagination meta={meta} path={path} params={query} />
      </ClientMessages>
    </Page>
  )
}
