import { Send } from 'lucide-react'
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
  const rates = EMAIL_RATES.filter(({ name }) => isReported || !REPORTED_COUNTS.includes(name))
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{label}</HeaderCell>
          <HeaderCell align="right">{t('sent')}</HeaderCell>
          {rates.map(({ name }) => (
            <HeaderCell key={name} align="right" className="max-sm:hidden">
              {t(name)}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountsRow
            key={'day' in row ? row.day : row.name}
            name={'day' in row ? formatDate(row.day, locale, 'UTC') : row.name}
            {...{ counts: row.counts, rates }}
          />
        ))}
        {total && rows.length > 1 && <CountsRow name={t('providers.all')} isTotal {...{ counts: total, rates }} />}
      </tbody>
    </Table>
  )
}

type CountName = Exclude<keyof EmailCounts, 'sent'>
type EmailRate = { name: CountName; fractionDigits: number }

/** Shares of the sent emails. Complaints matter from 0.1 %. */
const EMAIL_RATES: readonly EmailRate[] = [
  { name: 'delivered', fractionDigits: 1 },
  { name: 'bounced', fractionDigits: 1 },
  { name: 'complained', fractionDigits: 2 },
  { name: 'answered', fractionDigits: 1 },
]
const REPORTED_COUNTS: readonly CountName[] = ['delivered', 'complained']

type CountsRowProps = { name: string; counts: EmailCounts; rates: readonly EmailRate[]; isTotal?: boolean }

async function CountsRow({ name, counts, rates, isTotal = false }: CountsRowProps) {
  const [t, locale] = await Promise.all([getT('sendingHealth'), getLocale()])
  const hasShare = (rate: EmailRate) => counts.sent > 0 && counts[rate.name] > 0
  const formatShare = ({ name: count, fractionDigits }: EmailRate) =>
    formatPercent(counts[count] / counts.sent, locale, fractionDigits, fractionDigits)
  return (
    <Row className={isTotal ? 'font-medium' : ''}>
      <Cell className="max-sm:align-baseline">
        <span className="whitespace-nowrap">{name}</span>
        {/* On phones, instead of the columns. */}
        <span className="figures flex flex-wrap gap-x-3 text-13 font-normal text-ink-soft empty:hidden sm:hidden">
          {rates.filter(hasShare).map((rate) => (
            <span key={rate.name} className="whitespace-nowrap">
              {t(rate.name)} {formatShare(rate)}
            </span>
          ))}
        </span>
      </Cell>
      <Cell align="right" className="max-sm:align-baseline">
        {formatNumber(counts.sent, locale)}
      </Cell>
      {rates.map((rate) => (
        <Cell key={rate.name} align="right" className="whitespace-nowrap max-sm:hidden">
          {formatNumber(counts[rate.name], locale)}
          {/* As wide without a share, so that counts are below each other. */}
          <span className="ml-2 inline-block min-w-14 text-13 font-normal text-ink-faint">
            {hasShare(rate) && formatShare(rate)}
          </span>
        </Cell>
      ))}
    </Row>
  )
}
