import { ListChecks } from 'lucide-react'
import type { Metadata } from 'next'
import { BulkActionList } from '@/components/bulk-actions/bulk-action-list'
import { getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, contacts] = await Promise.all([getT('bulkActions'), getT('contacts')])
  return { title: `${t('title')} · ${contacts('title')}` }
}

export default async function BulkActionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('bulkActions'), searchParams, getPageCaller()])
  const [{ data: actions, meta }, { data: properties }] = await Promise.all([
    caller.bulkActions.list({ page: readPageNumber(params), limit: 50 }),
    caller.contactProperties.list({}),
  ])
  const running = actions.filter(({ status, undo }) => status === 'running' || undo.state === 'running')
  return (
    <Page>
      <PageHeader title={t('title')} description={t('sentence')} />
      <ListPageTabs of="contacts" />
      {running.length > 0 && <AutoRefresh key={running.map(({ id, processed }) => `${id} ${processed}`).join()} />}
      {meta.total === 0 ? (
        <EmptyState
          icon={ListChecks}
          title={t('emptyTitle')}
          action={
            <Button asChild>
              <Link href="/contacts">{t('toContacts')}</Link>
            </Button>
          }
        >
          {t('emptyBody')}
        </EmptyState>
      ) : (
        <BulkActionList actions={actions} properties={properties} />
      )}
      <Pagination meta={meta} path="/contacts/actions" params={params} />
    </Page>
  )
}
