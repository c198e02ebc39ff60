import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { MessageList } from '@/components/outbox/message-list'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT, readSortParam } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'
import { ListOutboxMessages, MessageChannel } from '@/server/messaging/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('outbox'))('title') }
}

export default async function OutboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('outbox'), searchParams, getPageCaller()])
  const channel = MessageChannel.options.find((option) => option === readTextParam(params, 'channel'))
  const search = readTextParam(params, 'search')
  const sort = readSortParam(params, ListOutboxMessages.shape.sort.unwrap().options)
  const [{ data, meta }, { data: capturing }, { data: views }] = await Promise.all([
    caller.outbox.list({
      page: readPageNumber(params),
      limit: 50,
      ...(channel === undefined ? {} : { channel }),
      ...(search === undefined ? {} : { search }),
      ...(sort === undefined ? {} : { sort }),
    }),
    caller.outbox.status(),
    caller.views.list({ list: 'outbox' }),
  ])
  const emptyMessage = capturing.email ? 'emptySentence' : capturing.sms ? 'emptySms' : 'emptySending'
  return (
    <Page>
      <PageHeader title={t('title')} description={t('sentence')} />
      {(data.length > 0 || capturing.email) && (
        <Callout tone="neutral" title={t('notSentTitle')}>
          {capturing.email && capturing.sms
            ? t('notSentBoth')
            : `${t(capturing.email ? 'notSentEmail' : 'sendingEmail')} ${t(capturing.sms ? 'notSentSms' : 'sendingSms')}`}
        </Callout>
      )}
      <MessageList
        path="/outbox"
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? DEFAULT_SORT}
        messages={data}
        activeFilters={[
          ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
          ...(channel === undefined
            ? []
            : [{ params: ['channel'], label: t('filterChannel', { channel: t(`channel.${channel}`) }) }]),
        ]}
        search={<SearchInput label={t('search')} />}
        filters={
          <>
            <FilterMenu
              param="channel"
              label={t('columns.channel')}
              options={MessageChannel.options.map((value) => ({ value, label: t(`channel.${value}`) }))}
            />
          </>
        }
        renderEmpty={(isFiltered) => (
          <EmptyState
            icon={Inbox}
            title={isFiltered ? t('noMatchTitle') : t('emptyTitle')}
            action={
              <Button asChild>
                <Link href={isFiltered ? '/outbox' : '/sequences'}>{isFiltered ? t('showAll') : t('emptyAction')}</Link>
              </Button>
            }
          >
            {isFiltered ? t('noMatchSentence') : t(emptyMessage)}
          </EmptyState>
        )}
      />
    </Page>
  )
}
