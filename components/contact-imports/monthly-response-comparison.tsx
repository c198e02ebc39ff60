import { formatMonth } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponsesByMonth } from '@/server/imports/contacts/schema'
import { formatMetricValue } from '../responses/format-metric-value'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'

type Month = ResponsesByMonth['months'][number]

/** The answers and scores of the file by month; once they are stored, beside those that are. */
export async function MonthlyResponseComparison({ months, isStored }: { months: readonly Month[]; isStored: boolean }) {
  const t = await getT('imports')
  if (months.length === 0) return null
  return (
    <Section title={t('months.title')} description={t('months.sentence')}>
      {isStored && <Agreement months={months} />}
      <Table>
        <caption className="sr-only">{t('months.title')}</caption>
        <thead>
          <tr>
            <HeaderCell>{t('months.month')}</HeaderCell>
            <HeaderCell align="right">{t('months.file')}</HeaderCell>
            {isStored && <HeaderCell align="right">{t('months.stored')}</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <MonthRow key={`${month.month} ${month.metric}`} month={month} isStored={isStored} />
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

async function Agreement({ months }: { months: readonly Month[] }) {
  const t = await getT('imports')
  const missing = months.reduce((sum, { file, stored }) => sum + file.n - stored.n, 0)
  return missing === 0 && months.every(isEqual) ? (
    <Callout tone="positive">{t('months.equal')}</Callout>
  ) : (
    <Callout>{t('months.different', { count: missing })}</Callout>
  )
}

function isEqual({ file, stored }: Month): boolean {
  return file.n === stored.n && file.score === stored.score
}

async function MonthRow({ month, isStored }: { month: Month; isStored: boolean }) {
  const [t, locale] = await Promise.all([getT('imports'), getLocale()])
  const { metric, file, stored } = month
  const describe = ({ n, score }: Month['file']) =>
    t('months.cell', { count: n, score: score === null ? '–' : formatMetricValue(metric, score, locale) })
  return (
    <Row>
      <Cell>
        {formatMonth(month.month, locale)} <span className="text-ink-soft">{metric.toUpperCase()}</span>
      </Cell>
      <Cell align="right" className="figures whitespace-nowrap">
        {describe(file)}
      </Cell>
      {isStored && (
        <Cell align="right" className="figures whitespace-nowrap">
          {describe(stored)}
          {!isEqual(month) && (
            <span className="block text-12 text-negative-text">
              {t('months.missing', { count: file.n - stored.n })}
            </span>
          )}
        </Cell>
      )}
    </Row>
  )
}
