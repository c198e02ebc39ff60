import { MessageSquareText } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { SurveyList } from '@/components/surveys/survey-list'
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
import { BrowseSurveys, SurveyStatus, SurveyType } from '@/server/surveys/schema'

const PATH = '/surveys'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('surveys'))('title') }
}

export default async function SurveysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('surveys'), searchParams, getPageCaller()])
  const search = readTextParam(params, 'search')
  const type = SurveyType.safeParse(params.type).data
  const status = SurveyStatus.safeParse(params.status).data
  const sort = readSortParam(params, BrowseSurveys.shape.sort.unwrap().options)
  const [{ data, meta }, { data: views }] = await Promise.all([
    caller.surveys.browse({
      page: readPageNumber(params),
      limit: 50,
      ...(search === undefined ? {} : { search }),
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
      ...(sort === undefined ? {} : { sort }),
    }),
    caller.views.list({ list: 'surveys' }),
  ])
  const active = [
    ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
    ...(type === undefined ? [] : [{ params: ['type'], label: t('filterType', { type: t(`types.${type}`) }) }]),
    ...(status === undefined
      ? []
      : [{ params: ['status'], label: t('filterStatus', { status: t(`statuses.${status}`) }) }]),
  ]
  const add = (
    <Button variant="primary" asChild>
      <Link href="/surveys/new" aria-keyshortcuts="c">
        {t('new')}
      </Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader title={t('title')} description={t('sentence')} actions={add} />
      <SurveyList
        path={PATH}
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? DEFAULT_SORT}
        surveys={data}
        activeFilters={active}
        search={<SearchInput label={t('search')} />}
        filters={
          <>
            <FilterMenu
              param="type"
              label={t('columns.type')}
              options={SurveyType.options.map((value) => ({ value, label: t(`typeNames.${value}`) }))}
            />
            <FilterMenu
              param="status"
              label={t('statusLabel')}
              options={SurveyStatus.options.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
          </>
        }
        renderEmpty={(isFiltered) =>
          isFiltered ? (
            <EmptyState
              icon={MessageSquareText}
              title={t('noMatchTitle')}
              action={
                <Button asChild>
                  <Link href={PATH}>{t('clear')}</Link>
                </Button>
              }
            >
              {t('noMatchSentence')}
            </EmptyState>
          ) : (
            <NoSurveys add={add} />
          )
        }
      />
    </Page>
  )
}

async function NoSurveys({ add }: { add: ReactNode }) {
  const [t, caller] = await Promise.all([getT('surveys'), getPageCaller()])
  const { data: account } = await caller.account.get()
  return (
    <EmptyState
      icon={MessageSquareText}
      title={t('emptyTitle')}
      action={add}
      example={
        <CodeBlock
          title={t('emptyExample')}
          code={[
            `curl ${account.baseUrl}/api/v1/surveys \\`,
            "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
            `  -d '{"name":"After a visit","type":"nps","questions":[]}'`,
          ].join('\n')}
        />
      }
    >
      {t('emptySentence')}
    </EmptyState>
  )
}
