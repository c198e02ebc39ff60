import { getT } from '@/components/i18n/server'
import { ROW_OUTCOMES } from '@/server/imports/contacts/constants'
import type { ContactImportSummary } from '@/server/imports/contacts/schema'
import type { PageMeta } from '@/server/paging'
import { Badge, type Tone } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { DataTable } from '../ui/lists/data-table'
import { Pagination } from '../ui/lists/pagination'
import type { SearchParams } from '../ui/search-params'
import { selectOutcomeMessageKey } from './import-counts'

type PastImportsProps = { imports: readonly ContactImportSummary[]; meta: PageMeta; params: SearchParams }

const TONES: Partial<Record<ContactImportSummary['status'], Tone>> = {
  done: 'positive',
  failed: 'negative',
  ready: 'accent',
  running: 'accent',
}

export async function PastImports({ imports, meta, params }: PastImportsProps) {
  const t = await getT('imports')
  const describeResult = ({ counts, records, startedAt }: ContactImportSummary) => {
    if (startedAt === null) return ''
    return ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0)
      .map((outcome) => {
        const words = t(`results.${selectOutcomeMessageKey(outcome, records)}`)
        return t('past.count', { outcome: words, count: counts[outcome] })
      })
      .join(' · ')
  }
  return (
    <Section title={t('past.title')}>
      <DataTable
        caption={t('past.title')}
        rows={imports}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/contacts/imports/${id}`}
        columns={[
          {
            key: 'file',
            header: t('past.file'),
            cell: ({ fileName }) => fileName ?? t('choose.pasted'),
            phoneSlot: 'title',
          },
          {
            key: 'status',
            header: t('past.status'),
            cell: ({ status }) => <Badge tone={TONES[status] ?? 'quiet'}>{t(`statuses.${status}`)}</Badge>,
            phoneSlot: 'aside',
          },
          {
            key: 'result',
            header: t('past.result'),
            cell: (row) => describeResult(row) || <Dash />,
            phoneSlot: 'detail',
            className: 'max-w-80 truncate',
          },
          {
            key: 'when',
            header: t('past.when'),
            cell: ({ createdAt }) => <Time value={createdAt} />,
            phoneSlot: 'end',
          },
          { key: 'by', header: t('past.by'), cell: ({ createdBy }) => createdBy ?? <Dash />, hiddenBelow: 'lg' },
        ]}
      />
      <Pagination meta={meta} path="/contacts/import" params={params} />
    </Section>
  )
}
