import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { EnrolContactDialog } from '@/components/sequences/enrol-contact-dialog'
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
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { SendingStatus } from '@/server/sequences/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  return {
    title: `${t('tabs.people')} · ${(await orNotFound(caller.sequences.get({ id }))).data.name} · ${t('title')}`,
  }
}

export default async function SendingsPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('sequences'), params, searchParams, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const status = SendingStatus.options.find((option) => option === readTextParam(query, 'status'))
  const [{ data, meta }, { data: counts }, { data: warnings }, { data: account }] = await Promise.all([
    caller.sequences.listSendings({
      sequence_id: id,
      page: readPageNumber(query),
      limit: 50,
      ...(status === undefined ? {} : { status }),
    }),
    caller.sequences.countSendings({ sequenceIds: [id] }),
    caller.sequences.warnings({ id }),
    caller.account.get(),
  ])
  // Waiting steps are days away; only queued ones warrant auto-refresh.
  const hasQueued = data.some((sending) => sending.status === 'queued')
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
      {counts.length > 0 && (
        <FilterBar
          path={path}
          params={query}
          activeFilters={
            status === undefined
              ? []
              : [{ params: ['status'], label: t('people.filterStatus', { status: t(`sendingStatus.${status}`) }) }]
          }
        >
          <FilterMenu
            param="status"
            label={t('columns.status')}
            options={SendingStatus.options.map((value) => ({ value, label: t(`sendingStatus.${value}`) }))}
          />
        </FilterBar>
      )}
      {data.length > 0 ? (
        <SendingTable sequenceId={id} sendings={data} />
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
          {t('people.noMatchSentence')}
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
