import { loadContactJob } from '../../contact-jobs/contact-job'
import { db, Prisma } from '../../db'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { translateLocalizableMessage } from '../../messages/translate-localizable-message'
import type { Cell } from '../files/table-row'
import type { WrittenTable } from '../files/table-writer'
import type { RowReason } from './import-queries'
import { castImportJob } from './import-spec'

const ROWS_AT_ONCE = 100

/**
 * The rows of an import that were refused or imported without some of their values, with its headings and the reasons.
 * @throws {NotFound}
 */
export async function openRefusedRows(organizationId: string, id: string, locale: Locale): Promise<WrittenTable> {
  const { spec } = castImportJob(await loadContactJob(organizationId, id, 'import'))
  const t = getTranslator(locale, 'imports')
  const header = spec.table?.header ?? []
  const headings = header.map((heading, column) => heading || t('columns.untitled', { number: column + 1 }))
  return {
    columns: [...headings, t('csvRow'), t('csvReason')],
    rows: readRefusedRows(organizationId, id, headings, locale),
  }
}

async function* readRefusedRows(
  organizationId: string,
  jobId: string,
  headings: readonly string[],
  locale: Locale,
): AsyncGenerator<Cell[]> {
  for (let after = 0; ; ) {
    const rows = await db.contactImportRow.findMany({
      where: { organizationId, jobId, reasons: { not: Prisma.DbNull }, position: { gt: after } },
      select: { position: true, cells: true, reasons: true },
      orderBy: { position: 'asc' },
      take: ROWS_AT_ONCE,
    })
    for (const { position, cells, reasons } of rows) {
      const stored = (cells as Cell[] | null) ?? []
      const texts = ((reasons as RowReason[] | null) ?? []).map((reason) => describeReason(reason, headings, locale))
      yield [...headings.map((_, column) => stored[column] ?? ''), position, texts.join('; ')]
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
  }
}

function describeReason({ column, message }: RowReason, headings: readonly string[], locale: Locale): string {
  const text = translateLocalizableMessage(locale, message)
  const heading = column === null ? undefined : headings[column]
  return heading === undefined ? text : `${heading}: ${text}`
}
