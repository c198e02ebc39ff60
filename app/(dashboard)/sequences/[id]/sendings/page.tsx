import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { EnrolContactDialog } from '@/components/sequences/enrol-contact-dialog'
import { RunningSendingActions } from '@/components/sequences/sending-actions/running-sending-actions'
import { SendingBulkActions } from '@/components/sequences/sending-actions/sending-bulk-actions'
import { SendingTable } from '@/components/sequences/sending-table'
import { getSequenceCurlExample } from '@/components/sequences/sequence-curl-example'
import { SequenceHeader } from '@/components/sequences/sequence-header'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { Pagination } from '@/components/ui/lists/pagination'
import { RefreshOnReturn } from '@/components/ui/lists/refresh-on-return'
import { SearchInput } from '@/components/ui/lists/search-input'
import { SelectionProvider } from '@/components/ui/lists/selection'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { ResultState } from '@/server/sequences/results/schema'
import { SendingStatus } from '@/server/sequences/schema'
import { listActiveFilters, readSendingsQuery } from './sendings-query'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  return {
    title: `${t('tabs.people')} · ${(await orNotFound(caller.sequences.get({ id }))).data.name} · ${t('title')}`,
  }
}

export default async function SendingsPage({ params, searchParams }: Props) {
  const [t, tResults, { id }, query, caller] = await Promise.all([
    getT('sequences'),
    getT('sequenceResults'),
    params,
    searchParams,
    getPageCaller(),
  ])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const filter = readSendingsQuery(query)
  const [{ data, meta }, { data: counts }, { data: warnings }, { data: account }, { data: runningActions }] =
    await Promise.all([
      caller.sequences.listSendings({
        sequence_id: id,
        page: readPageNumber(query),
        limit: 50,
        ...filter,
      }),
      caller.sequences.countSendings({ sequenceIds: [id] }),
      caller.sequences.warnings({ id }),
      caller.account.get(),
      caller.sendings.actions({ sequenceId: id }),
    ])
  // Waiting steps are days away; only queued ones warrant auto-refresh.
  const hasQueued = data.some(({ status, pausedAt }) => status === 'queued' && pausedAt === null)
  const path = `/sequences/${id}/sendings`
  const enrol = sequence.status === 'active' && (
    <ClientMessages namespaces={['sequences']}>
      <EnrolContactDialog id={id} name={sequence.name} needsPhone={sequence.steps.some(({ type }) => type === 'sms')} />
    </ClientMessages>
  )
  return (
    <Page>
      {hasQueued && <AutoRefresh key={JSON.stringify([data, counts])} />}
      <RefreshOnReturn />
      <SequenceHeader sequence={sequence} counts={counts} warnings={warnings} action={enrol} />
      <RunningSendingActions actions={runningActions} />
      {counts.length > 0 && (
        <FilterBar
          path={path}
          params={query}
          activeFilters={await listActiveFilters(filter, sequence)}
          search={<SearchInput label={tResults('people.search')} />}
        >
          <FilterMenu
            param="status"
            label={t('columns.status')}
            options={SendingStatus.options.map((value) => ({ value, label: t(`sendingStatus.${value}`) }))}
          />
          {sequence.steps.length > 0 && (
            <FilterMenu
              param="step"
              label={tResults('people.step')}
              options={sequence.steps.map(({ id: value, type }, index) => ({
                value,
                label: tResults('people.stepOption', { number: index + 1, type: t(`stepType.${type}`) }),
              }))}
            />
          )}
          <FilterMenu
            param="paused"
            label={t('sendingActions.paused')}
            options={[{ value: 'true', label: t('sendingActions.paused') }]}
          />
          <FilterMenu
            param="state"
            label={tResults('people.state')}
            options={ResultState.options.map((value) => ({ value, label: tResults(`states.${value}`) }))}
          />
        </FilterBar>
      )}
      {data.length > 0 ? (
        <ClientMessages namespaces={['sequences', 'lists']}>
          <SelectionProvider
            list="contacts"
            matching={meta.total}
            bar={<SendingBulkActions filter={{ sequence_id: id, ...filter }} />}
          >
            <SendingTable sequenceId={id} sendings={data} isOfOneStep={filter.step_id !== undefined} />
          </SelectionProvider>
        </ClientMessages>
      ) : counts.length > 0 ? (
        <EmptyState
          icon={Users}
          title={t('people.noMatchTitle')}
          action={
            <Button asChild>
              <Link href={path}>{t('people.showAll')}</Link>
            </Button>
          }
        >
          {tResults('people.noMatch')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Users}
          title={t('people.emptyTitle')}
          example={<CodeBlock title={t('emptyExample')} code={getSequenceCurlExample(account.baseUrl, id)} />}
        >
          {t('people.emptySentence')}
        </EmptyState>
      )}
      <Pagination meta={meta} path={path} params={query} />
    </Page>
  )
}
