import { Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { executeExample } from '@/components/sequences/execute-example'
import { SequenceTable } from '@/components/sequences/sequence-table'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { readPageNumber, type SearchParams } from '@/components/ui/href'
import { Pagination } from '@/components/ui/lists/pagination'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('sequences'))('title') }
}

export default async function SequencesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('sequences'), searchParams, api()])
  const { data, meta } = await caller.sequences.list({ page: readPageNumber(params), limit: 50 })
  const [{ data: counts }, { data: account }] = await Promise.all([
    caller.sequences.countSendings({ sequenceIds: data.map(({ id }) => id) }),
    caller.account.get(),
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
      <PageHeader title={t('title')} description={t('sentence')} actions={add} />
      {data.length > 0 ? (
        <SequenceTable sequences={data} counts={counts} />
      ) : (
        <EmptyState
          icon={Workflow}
          title={t('emptyTitle')}
          action={add}
          example={<CodeBlock title={t('emptyExample')} code={executeExample(account.baseUrl, '…')} />}
        >
          {t('emptySentence')}
        </EmptyState>
      )}
      <Pagination meta={meta} path="/sequences" params={params} />
    </Page>
  )
}
