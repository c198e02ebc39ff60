import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import type { EmailCounts } from '@/server/sending-health/schema'

type NamedRow = { counts: EmailCounts } & ({ name: string } | { day: string })

type EmailCountsTableProps = {
  label: string
  rows: readonly NamedRow[]
  total?: EmailCounts
  /** Without reports of the mail provider, deliveries and complaints are unknown. */
  isReported: boolean
}

export async function EmailCountsTable({ label, rows, total, isReported }: EmailCountsTableProps) {
  const [t, locale] = await Promise.all([getT('sendingHealth'), getLocale()])
  if (rows.length === 0)
    return (
      <EmptyState icon={Send} title={t('noneSent')}>
        {t('noneSentHelp')}
      </EmptyState>
    )
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{label}</HeaderCell>
          <HeaderCell align="right">{t('sent')}</HeaderCell>
          {isReported && <HeaderCell align="right">{t('delivered')}</HeaderCell>}
          <HeaderCell align="right">{t('bounced')}</HeaderCell>
          {isReported && <HeaderCell align="right">{t('complained')}</HeaderCell>}
          <HeaderCell align="right">{t('answered')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountsRow
            key={'day' in row ? row.day : row.name}
            name={'day' in row ? formatDate(row.day, locale, 'UTC') : row.name}
            {...{ counts: row.counts, isReported }}
          />
        ))}
        {total && rows.length > 1 && <CountsRow name={t('providers.all')} isTotal {...{ counts: total, isReported }} />}
      </tbody>
    </Table>
  )
}

type CountsRowProps = { name: ReactNode; counts: EmailCounts; isReported: boolean; isTotal?: boolean }

async function CountsRow({ name, counts, isReported, isTotal = false }: CountsRowProps) {
  const { sent, delivered, bounced, complained, answered } = counts
  return (
    <Row className={isTotal ? 'font-medium' : ''}>
      <Cell>{name}</Cell>
      <CountCell count={sent} />
      {isReported && <CountCell count={delivered} sent={sent} />}
      <CountCell count={bounced} sent={sent} />
      {isReported && <CountCell count={complained} sent={sent} digits={2} />}
      <CountCell count={answered} sent={sent} />
    </Row>
  )
}

/** A count and its share of the sent emails. */
async function CountCell({ count, sent, digits = 1 }: { count: number; sent?: number; digits?: number }) {
  const locale = await getLocale()
  return (
    <Cell align="right" className="whitespace-nowrap">
      {formatNumber(count, locale)}
      {sent !== undefined && sent > 0 && count > 0 && (
        <span className="ml-2 inline-block min-w-13 text-13 text-ink-faint">
          {formatPercent(count / sent, locale, digits)}
        </span>
      )}
    </Cell>
  )
}
