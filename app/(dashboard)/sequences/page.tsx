import { Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { getSequenceCurlExample } from '@/components/sequences/sequence-curl-example'
import { SequenceList } from '@/components/sequences/sequence-list'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT, readSortParam } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'
import { BrowseSequences, SequenceStatus } from '@/server/sequences/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('sequences'))('title') }
}

export default async function SequencesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, forecast, params, caller] = await Promise.all([
    getT('sequences'),
    getT('forecast'),
    searchParams,
    getPageCaller(),
  ])
  const search = readTextParam(params, 'search')
  const status = SequenceStatus.safeParse(params.status).data
  const sort = readSortParam(params, BrowseSequences.shape.sort.unwrap().options)
  const { data, meta } = await caller.sequences.browse({
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined ? {} : { sort }),
  })
  const sequenceIds = data.map(({ id }) => id)
  const [{ data: counts }, { data: rates }, { data: account }, { data: views }] = await Promise.all([
    caller.sequences.countSendings({ sequenceIds }),
    caller.sequences.rates({ sequenceIds }),
    caller.account.get(),
    caller.views.list({ list: 'sequences' }),
  ])
  const add = (
    <Button variant="primary" asChild>
      <Link href="/sequences/new" aria-keyshortcuts="c">
        {t('new')}
      </Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('sentence')}
        actions={
          <>
            <Button asChild>
              <Link href="/sequences/upcoming">{forecast('upcoming.tab')}</Link>
            </Button>
            {add}
          </>
        }
      />
      <SequenceList
        path="/sequences"
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? DEFAULT_SORT}
        sequences={data}
        counts={counts}
        rates={rates}
        activeFilters={[
          ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
          ...(status === undefined
            ? []
            : [{ params: ['status'], label: t('filterStatus', { status: t(`status.${status}`) }) }]),
        ]}
        search={<SearchInput label={t('search')} />}
        filters={
          <FilterMenu
            param="status"
            label={t('columns.status')}
            options={SequenceStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        }
        renderEmpty={(isFiltered) =>
          isFiltered ? (
            <EmptyState
              icon={Workflow}
              title={t('noMatchTitle')}
              action={
                <Button asChild>
                  <Link href="/sequences">{t('showAll')}</Link>
                </Button>
              }
            >
              {t('noMatchSentence')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Workflow}
              title={t('emptyTitle')}
              action={add}
              example={<CodeBlock title={t('emptyExample')} code={getSequenceCurlExample(account.baseUrl, '…')} />}
            >
              {t('emptySentence')}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}
