import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { MessageTable } from '@/components/outbox/message-table'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { readPageNumber, type SearchParams, textParam } from '@/components/ui/href'
import { FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { Pagination } from '@/components/ui/lists/pagination'
import { api } from '@/server/api/caller'
import { Channel } from '@/server/messaging/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('outbox'))('title') }
}

export default async function OutboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('outbox'), searchParams, api()])
  const channel = Channel.options.find((option) => option === textParam(params, 'channel'))
  const [{ data, meta }, { data: capturing }] = await Promise.all([
    caller.outbox.list({
      page: readPageNumber(params),
      limit: 50,
      ...(channel === undefined ? {} : { channel }),
    }),
    caller.outbox.status(),
  ])
  const isFiltered = channel !== undefined
  return (
    <Page>
      <PageHeader title={t('title')} description={t('sentence')} />
      <Callout tone="neutral" title={t('notSentTitle')}>
        {capturing.email ? t('notSentBoth') : `${t('sending')} ${t('notSentSms')}`}
      </Callout>
      {(data.length > 0 || isFiltered) && (
        <FilterBar
          path="/outbox"
          params={params}
          active={
            channel === undefined
              ? []
              : [{ params: ['channel'], label: t('filterChannel', { channel: t(`channel.${channel}`) }) }]
          }
        >
          <FilterMenu
            param="channel"
            label={t('columns.channel')}
            options={Channel.options.map((value) => ({ value, label: t(`channel.${value}`) }))}
          />
        </FilterBar>
      )}
      {data.length > 0 ? (
        <MessageTable messages={data} />
      ) : (
        <EmptyState
          icon={Inbox}
          title={isFiltered ? t('noMatchTitle') : t('emptyTitle')}
          action={
            <Button asChild>
              <Link href={isFiltered ? '/outbox' : '/sequences'}>{isFiltered ? t('showAll') : t('emptyAction')}</Link>
            </Button>
          }
        >
          {isFiltered ? t('noMatchSentence') : t('emptySentence')}
        </EmptyState>
      )}
      <Pagination meta={meta} path="/outbox" params={params} />
    </Page>
  )
}
