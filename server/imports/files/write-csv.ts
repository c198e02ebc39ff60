import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify'
import type { Locale } from '../../messages/locale'
import { ESCAPED_FORMULA } from './read-csv'
import type { WrittenTable } from './table-writer'

/**
 * Writes CSV (RFC 4180) for spreadsheets: byte order mark, formulas and texts that look like an escaped one escaped by an apostrophe
 * (`readCsv` removes it). In French, columns are separated by semicolons, numbers have decimal commas, and dates begin with the day. The mark
 * is sent before the columns are known, so that a download starts at once.
 * @param open called when the first part is read
 */
export async function* writeCsv(
  locale: Locale,
  open: () => WrittenTable | Promise<WrittenTable>,
): AsyncGenerator<string> {
  yield '\uFEFF'
  const { columns, rows } = await open()
  const lines = Readable.from(rows)
  const file = lines.pipe(stringify({ ...FORMATS[locale], header: true, columns: [...columns] }))
  lines.on('error', (error) => file.destroy(error))
  try {
    yield* file.setEncoding('utf8') as AsyncIterable<string>
  } finally {
    // Stops reading rows when the client disconnects.
    lines.destroy()
  }
}

// A lone line feed is no record delimiter to csv-stringify, and would be one to readers.
const COMMON: Options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ }

const string = (text: string) => (ESCAPED_FORMULA.test(text) ? `'${text}` : text)

const FORMATS: Record<Locale, Options> = {
  en: {
    ...COMMON,
    delimiter: ',',
    cast: {
      string,
      boolean: (value) => (value ? 'TRUE' : 'FALSE'),
      object: (value) => formatObject(value, (isoDate) => isoDate.replace('T', ' ')),
    },
  },
  fr: {
    ...COMMON,
    delimiter: ';',
    cast: {
      string,
      boolean: (value) => (value ? 'VRAI' : 'FAUX'),
      number: (value) => String(value).replace('.', ','),
      object: (value) => formatObject(value, toFrenchDate),
    },
  },
}

function formatObject(value: object, formatDate: (isoDate: string) => string): string {
  if ('isoDate' in value) return formatDate(String(value.isoDate))
  return 'error' in value ? String(value.error) : ''
}

function toFrenchDate(isoDate: string): string {
  return isoDate.replace(/^(\d{4})-(\d\d)-(\d\d)T?(.*)$/, (_, year, month, day, time) =>
    `${day}/${month}/${year} ${time}`.trim(),
  )
}
