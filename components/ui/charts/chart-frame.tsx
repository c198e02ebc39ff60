import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { Cell, HeaderCell, Row, Table } from '../lists/table'

/** Sample size below which a score is labelled as uncertain. */
export const MIN_RELIABLE_ANSWERS = 30

export type ChartFrameProps = {
  title: ReactNode
  sampleSize: number
  countLabel?: string
  note?: ReactNode
  /** The same data as an accessible table. */
  table: { headers: readonly string[]; rows: readonly (readonly ReactNode[])[] }
  children: ReactNode
}

export async function ChartFrame({ title, sampleSize, countLabel, note, table, children }: ChartFrameProps) {
  const t = await getT('common')
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-card border bg-surface p-5">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="grid gap-0.5">
          <h2 className="text-14 font-semibold">{title}</h2>
          <p className="figures text-13 text-ink-faint">
            {countLabel ?? t('chart.n', { count: sampleSize })}
            {sampleSize > 0 && sampleSize < MIN_RELIABLE_ANSWERS && ` · ${t('chart.few')}`}
          </p>
        </div>
      </figcaption>
      {children}
      {note && <p className="text-13 text-ink-faint">{note}</p>}
      <details className="group text-13">
        <summary className="w-fit list-none rounded-mark text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink">
          {t('chart.data')}
        </summary>
        <div className="mt-3">
          <Table>
            <thead>
              <tr>
                {table.headers.map((header, column) => (
                  <HeaderCell key={header} align={column === 0 ? 'left' : 'right'}>
                    {header}
                  </HeaderCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, index) => (
                <Row key={index}>
                  {row.map((value, column) => (
                    <Cell key={column} align={column === 0 ? 'left' : 'right'}>
                      {value}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </figure>
  )
}
