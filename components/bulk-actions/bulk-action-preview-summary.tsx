import { useTranslations } from 'use-intl/react'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import type { BulkActionPreview } from '@/server/bulk-actions/schema'

type BulkActionSummaryProps = {
  type: BulkActionType
  preview: BulkActionPreview | null
  /** Name of the chosen sequence or survey. */
  name: string | undefined
}

/** What the action would do to how many of the contacts, as far as that is known beforehand. */
export function BulkActionPreviewSummary({ type, preview, name }: BulkActionSummaryProps) {
  const t = useTranslations('bulkActions')
  const lines = preview === null ? [] : listLines(preview)
  return (
    <ul role="status" className="grid gap-1 text-14 text-ink empty:hidden">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )

  function listLines({ total, unsubscribed, skipped }: BulkActionPreview): string[] {
    if (type === 'unsubscribe') return unsubscribed > 0 ? [t('explain.unsubscribed', { count: unsubscribed })] : []
    if (name === undefined) return []
    const count = total - skipped.reduce((sum, { count: part }) => sum + part, 0)
    return [
      t(type === 'enrol' ? 'enrolSummary' : 'sendSummary', { count, name }),
      ...skipped.map(({ reason, count: part }) => t(`willSkip.${reason}`, { count: part })),
    ]
  }
}
