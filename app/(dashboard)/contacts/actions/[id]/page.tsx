import type { Metadata } from 'next'
import { CancelBulkActionButton, UndoBulkActionButton } from '@/components/bulk-actions/bulk-action-buttons'
import {
  BulkActionCounts,
  BulkActionState,
  BulkActionUndoState,
  SkippedContacts,
} from '@/components/bulk-actions/bulk-action-result'
import { describeBulkAction } from '@/components/bulk-actions/describe-bulk-action'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Time } from '@/components/ui/content/time'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

async function readAction(id: string) {
  const caller = await getPageCaller()
  const [{ data: action }, { data: properties }] = await Promise.all([
    orNotFound(caller.bulkActions.get({ id })),
    caller.contactProperties.list({}),
  ])
  return { action, title: await describeBulkAction(action, properties) }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }] = await Promise.all([getT('bulkActions'), params])
  return { title: `${(await readAction(id)).title} · ${t('title')}` }
}

export default async function BulkActionPage({ params, searchParams }: Props) {
  const [t, { id }, search, caller] = await Promise.all([getT('bulkActions'), params, searchParams, getPageCaller()])
  const { action, title } = await readAction(id)
  const { status, undo, processed, createdAt, createdBy, total } = action
  const input = { id, page: readPageNumber(search), limit: 50 }
  const [skipped, kept] = await Promise.all([
    caller.bulkActions.listSkipped({ ...input, which: 'skipped' }),
    undo.kept > 0 ? caller.bulkActions.listSkipped({ ...input, which: 'kept' }) : null,
  ])
  const canUndo = undo.state === 'possible' || undo.state === 'failed'
  const list = { path: `/contacts/actions/${id}`, params: search }
  return (
    <Page width="medium">
      <PageHeader
        title={title}
        description={
          <>
            {t('page.for', { count: total })} · {createdBy !== null && <>{createdBy} · </>}
            <Time value={createdAt} />
          </>
        }
        back={{ href: '/contacts/actions', label: t('title') }}
        actions={
          <ClientMessages namespaces={['bulkActions']}>
            {status === 'running' && <CancelBulkActionButton id={id} />}
            {canUndo && <UndoBulkActionButton id={id} what={selectUndoText(action.action.type)} />}
          </ClientMessages>
        }
      />
      {(status === 'running' || undo.state === 'running') && (
        <AutoRefresh key={`${status} ${processed} ${undo.state} ${undo.restored}`} />
      )}
      <BulkActionState action={action} />
      <BulkActionUndoState action={action} />
      <BulkActionCounts action={action} />
      {undo.state === 'never' && status !== 'running' && <p className="text-13 text-ink-soft">{t('undo.never')}</p>}
      {undo.state === 'expired' && <p className="text-13 text-ink-soft">{t('page.expired')}</p>}
      <SkippedContacts title={t('page.skippedTitle')} contacts={skipped.data} meta={skipped.meta} {...list} />
      {kept && <SkippedContacts title={t('page.keptTitle')} contacts={kept.data} meta={kept.meta} {...list} />}
    </Page>
  )
}

function selectUndoText(type: string): 'fields' | 'enrol' | 'unsubscribe' {
  if (type === 'enrol' || type === 'sendSurvey') return 'enrol'
  return type === 'unsubscribe' ? 'unsubscribe' : 'fields'
}
