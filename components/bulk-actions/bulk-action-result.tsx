import { getT } from '@/components/i18n/server'
import type { BulkAction, SkippedContact } from '@/server/bulk-actions/schema'
import type { PageMeta } from '@/server/paging'
import { Callout } from '../ui/content/callout'
import { Progress } from '../ui/content/progress'
import { Section } from '../ui/content/section'
import { DataTable } from '../ui/lists/data-table'
import { Pagination } from '../ui/lists/pagination'
import type { SearchParams } from '../ui/search-params'

type Props = { action: BulkAction }

/** How far the action is, or why it ended before it was finished. */
export async function BulkActionState({ action }: Props) {
  const t = await getT('bulkActions')
  const { status, isWaiting, processed, total, error } = action
  if (status === 'running')
    return (
      <Section
        title={t('page.runningTitle')}
        description={t(isWaiting ? 'page.waiting' : 'page.runningBody')}
        frame="card"
      >
        <div className="grid gap-2">
          <Progress value={processed} max={total} label={t('page.runningTitle')} />
          <p className="figures text-13 text-ink-soft" aria-live="polite">
            {t('progress', { done: processed, total })}
          </p>
        </div>
      </Section>
    )
  if (status === 'failed')
    return (
      <Callout tone="negative" title={t('page.failedTitle')}>
        {t('page.failedBody', { reason: error ?? '' })}
      </Callout>
    )
  if (status !== 'cancelled') return null
  return <Callout title={t('page.cancelledTitle')}>{t('page.cancelledBody', { count: total - processed })}</Callout>
}

export async function BulkActionCounts({ action }: Props) {
  const t = await getT('bulkActions')
  const { status, changed, unchanged, skipped, processed, total } = action
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0)
  const counts = [
    { label: t('page.changed'), count: changed, isShown: true },
    { label: t('page.unchanged'), count: unchanged, isShown: unchanged > 0 },
    { label: t('page.skipped'), count: skippedCount, isShown: skippedCount > 0 },
    { label: t('page.notReached'), count: total - processed, isShown: status !== 'running' && processed < total },
  ].filter(({ isShown }) => isShown)
  return (
    <Section title={t('page.result')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] overflow-hidden rounded-card border bg-surface">
        {counts.map(({ label, count }) => (
          <div key={label} className="-mr-px -mb-px grid content-start gap-0.5 border-r border-b px-4 py-3">
            <dt className="text-13 text-ink-soft">{label}</dt>
            <dd className="figures text-20 font-semibold">{t('number', { count })}</dd>
          </div>
        ))}
      </dl>
      {skipped.length > 0 && (
        <ul className="divide-y rounded-card border bg-surface text-14">
          {skipped.map(({ reason, count }) => (
            <li key={reason} className="flex justify-between gap-4 px-4 py-2.5">
              <span>{t(`reasons.${reason}`)}</span>
              <span className="figures text-ink-soft">{t('number', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export async function BulkActionUndoState({ action: { undo } }: Props) {
  const t = await getT('bulkActions')
  const { state, restored, kept } = undo
  if (state === 'failed') return <Callout tone="negative">{t('undo.failedTitle')}</Callout>
  if (state !== 'running' && state !== 'done') return null
  return (
    <Callout
      tone={state === 'done' ? 'positive' : 'info'}
      title={t(state === 'done' ? 'undo.doneTitle' : 'undo.runningTitle')}
    >
      <p>{t('undo.restored', { count: restored })}</p>
      {kept > 0 && <p>{t('undo.kept', { count: kept })}</p>}
    </Callout>
  )
}

type SkippedContactsProps = {
  title: string
  contacts: readonly SkippedContact[]
  meta: PageMeta
  path: string
  params: SearchParams
}

/** Contacts that an action or its undo left as they are, with a link to each that still exists. */
export async function SkippedContacts({ title, contacts, meta, path, params }: SkippedContactsProps) {
  const t = await getT('bulkActions')
  if (contacts.length === 0) return null
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        rows={contacts}
        rowKey={({ contactId }) => contactId}
        rowHref={({ contactId, name }) => (name === null ? null : `/contacts/${contactId}`)}
        columns={[
          {
            key: 'contact',
            header: t('page.contact'),
            cell: ({ name }) => <bdi>{name ?? t('reasons.deleted')}</bdi>,
            phoneSlot: 'title',
          },
          {
            key: 'reason',
            header: t('page.reason'),
            cell: ({ reason }) => t(`reasons.${reason}`),
            phoneSlot: 'detail',
          },
        ]}
      />
      <Pagination meta={meta} path={path} params={params} />
    </Section>
  )
}
