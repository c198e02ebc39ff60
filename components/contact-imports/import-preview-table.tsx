import { getT } from '@/components/i18n/server'
import type { ImportPreview, ImportSettings, ImportTable } from '@/server/imports/contacts/schema'
import { cn } from '../ui/cn'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'

type ImportPreviewTableProps = { table: ImportTable; settings: ImportSettings; rows: ImportPreview['rows'] }

const COLUMNS_MAX = 12

/** The first rows as they will be read; what is not understood with the reason. */
export async function ImportPreviewTable({ table, settings, rows }: ImportPreviewTableProps) {
  const t = await getT('imports')
  const columns = settings.targets
    .flatMap((target, column) => (target === 'ignored' ? [] : [column]))
    .slice(0, COLUMNS_MAX)
  return (
    // Scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('preview.title')}>
      <Table className="min-w-max">
        <caption className="sr-only">{t('preview.title')}</caption>
        <thead>
          <tr>
            <HeaderCell>{t('preview.row')}</HeaderCell>
            {columns.map((column) => (
              <HeaderCell key={column}>
                <bdi>{table.header[column] || t('columns.untitled', { number: column + 1 })}</bdi>
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, cells, reasons }) => (
            <Row key={position}>
              <Cell className="figures text-ink-faint">
                {position}
                {reasons.map(({ message }) => (
                  <span key={message} className="block text-12 text-negative-text">
                    {message}
                  </span>
                ))}
              </Cell>
              {columns.map((column) => {
                const { text = '', error = null } = cells[column] ?? {}
                return (
                  <Cell key={column} className={cn('max-w-60', error !== null && 'bg-negative-soft')}>
                    <bdi className="block truncate">{text}</bdi>
                    {error !== null && <span className="block text-12 text-negative-text">{error}</span>}
                  </Cell>
                )
              })}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
