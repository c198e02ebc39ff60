import { buildPropertyColumns, toPropertyCells } from '../contact-properties/property-columns'
import type { ContactProperty } from '../contact-properties/schema'
import type { WrittenTable } from '../imports/files/table-writer'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { createLocalTimeFormatter } from '../time-zones'
import { type CellFormatters, FIXED_COLUMN_KEYS, toCellsByColumn, toQuestionColumnKey } from './export-columns'
import { loadFieldColumns } from './export-field-columns'
import { loadQuestionColumns } from './export-question-columns'
import type { ResponseExport } from './export-responses'

type Format = { locale: Locale; timeZone: string; properties: readonly ContactProperty[] }

/**
 * The table of a CSV or XLSX file: fixed columns, the contact's declared properties as they are now, and a column for each answered
 * question and each hidden field.
 */
export async function toResponseTable(
  organizationId: string,
  { ids, rows }: ResponseExport,
  { locale, timeZone, properties }: Format,
): Promise<WrittenTable> {
  const [t, words] = [getTranslator(locale, 'lists'), getTranslator(locale, 'responses')]
  const fixed = FIXED_COLUMN_KEYS.map((key) => ({ key, header: t(`bulk.csvColumns.${key}`) }))
  const questions = await loadQuestionColumns(organizationId, ids, locale)
  const otherHeaders = [...fixed.map(({ header }) => header), ...questions.headers]
  const propertyColumns = buildPropertyColumns(properties, otherHeaders, locale)
  const takenHeaders = [...otherHeaders, ...propertyColumns.map(({ header }) => header)]
  const fieldColumns = await loadFieldColumns(organizationId, ids, takenHeaders)
  const formatters: CellFormatters = {
    formatBoolean: (answer) => words(answer ? 'yes' : 'no'),
    formatTime: createLocalTimeFormatter(timeZone),
  }
  async function* cells() {
    for await (const row of rows())
      yield {
        ...toPropertyCells(properties, row.contact?.customFields ?? {}, locale),
        ...toCellsByColumn(row, questions, formatters),
      }
  }
  return {
    columns: [
      ...fixed,
      ...propertyColumns,
      ...questions.headers.map((header) => ({ key: toQuestionColumnKey(header), header })),
      ...fieldColumns,
    ],
    rows: cells(),
  }
}
