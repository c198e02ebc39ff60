import { parse } from 'csv-parse/sync'
import { CSV_OPTIONS, DELIMITERS, type Delimiter } from './read-csv'

const SAMPLE_ROWS = 100

type Fit = { delimiter: Delimiter; splitShare: number; share: number; width: number; widest: number }

/**
 * Chooses the delimiter that splits the most of the first rows into the same number of cells, and of those the one with more cells. One that
 * splits no more than half of the rows is punctuation: then the table has a single column, and its delimiter is one that does not occur.
 * @param start of the text; its last row may be cut
 */
export function detectDelimiter(start: string): Delimiter {
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...measureFit(readSample(start, delimiter)) }))
  const splitting = fits.filter(({ splitShare }) => splitShare > 0.5)
  const best = splitting.sort((a, b) => b.share - a.share || b.width - a.width)[0]
  return (best ?? fits.find(({ widest }) => widest <= 1))?.delimiter ?? ','
}

function readSample(start: string, delimiter: Delimiter): string[][] {
  // The wrong delimiter finds quotations where there are none: such records are skipped.
  const options = { ...CSV_OPTIONS, delimiter, skip_records_with_error: true, to: SAMPLE_ROWS + 1 }
  const records: string[][] = parse(start, options)
  const rows = records.length > 1 && !/[\r\n]$/.test(start) ? records.slice(0, -1) : records
  return rows.filter(({ length, 0: first }) => length > 1 || first?.trim())
}

function measureFit(rows: string[][]): Omit<Fit, 'delimiter'> {
  const frequencies = new Map<number, number>()
  for (const { length } of rows) frequencies.set(length, (frequencies.get(length) ?? 0) + 1)
  const [width, frequency] = [...frequencies].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
  const total = Math.max(rows.length, 1)
  return {
    splitShare: rows.filter(({ length }) => length > 1).length / total,
    share: frequency / total,
    width,
    widest: Math.max(0, ...frequencies.keys()),
  }
}
