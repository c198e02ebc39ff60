import { castJob, type JobCounts, loadContactJob } from '../../contact-jobs/contact-job'
import { db } from '../../db'
import { loadResolvedIdAndName } from '../../master-data/resolve-merged-ids'
import type { Locale } from '../../messages/locale'
import { type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import { translateLocalizableMessage } from '../../messages/translate-localizable-message'
import { type Page, pageMeta, pageOffset } from '../../paging'
import type { FileFaultCode, FileFaultDetails } from '../files/file-fault'
import { NOT_ENROLLED_REASONS, ROW_OUTCOMES } from './constants'
import { describeFileFault } from './file-messages'
import { castImportJob, type ImportJob } from './import-spec'
import { listCountedReasons } from './row-outcome'
import { type ContactImport, type ContactImportSummary, IMPORT_COUNT_KEYS, type ImportCounts } from './schema'
import { getImportUndo } from './undo/undo-import'

/** @param locale of the reasons @throws {NotFound} */
export async function getContactImport(organizationId: string, id: string, locale: Locale): Promise<ContactImport> {
  const job = castImportJob(await loadContactJob(organizationId, id, 'import'))
  const { settings } = job.spec
  const [uploadedChunks, undo, names, company, sequence] = await Promise.all([
    db.contactImportChunk.count({ where: { organizationId, jobId: id } }),
    getImportUndo(job),
    loadCreatorNames([job]),
    loadResolvedIdAndName('contact_organization', organizationId, settings?.companyId ?? null),
    loadSequence(organizationId, settings?.sequenceId ?? null),
  ])
  const { spec, position, counts, dryCounts } = job
  const refusals = listCountedReasons(job.status === 'ready' ? (dryCounts ?? {}) : counts)
  return {
    ...summarize(job, names),
    fileBytes: spec.fileBytes,
    uploadedChunks,
    table: spec.table,
    settings,
    isDateOrderCertain: spec.isDateOrderCertain ?? true,
    company,
    layout: spec.layout ?? null,
    recipe: spec.recipe ?? null,
    processed: position === 0 ? 0 : countRows(counts),
    sequence,
    notEnrolled: NOT_ENROLLED_REASONS.flatMap((reason) => {
      const count = counts[`notEnrolled:${reason}`] ?? 0
      return count > 0 ? [{ reason, count }] : []
    }),
    dryCounts: dryCounts && presentCounts(dryCounts),
    refusals: refusals.map(({ message, count }) => ({ message: translate(locale, message), count })),
    error: describeError(job, locale),
    undo,
  }
}

async function loadSequence(organizationId: string, id: string | null): Promise<ContactImport['sequence']> {
  return id === null ? null : db.sequence.findFirst({ where: { id, organizationId }, select: { id: true, name: true } })
}

export async function listContactImports(
  organizationId: string,
  input: { page: number; limit: number },
): Promise<Page<ContactImportSummary>> {
  const where = { organizationId, kind: 'import' }
  const [total, rows] = await Promise.all([
    db.contactJob.count({ where }),
    db.contactJob.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
  ])
  const jobs = rows.map((row) => castImportJob(castJob(row)))
  const names = await loadCreatorNames(jobs)
  return { data: jobs.map((job) => summarize(job, names)), meta: pageMeta(total, input) }
}

function summarize(job: ImportJob, names: ReadonlyMap<string, string>): ContactImportSummary {
  const { id, status, spec, total, counts, createdById, createdAt, startedAt, finishedAt } = job
  return {
    id,
    status,
    records: spec.records,
    fileName: spec.fileName,
    total,
    counts: presentCounts(counts),
    createdBy: (createdById === null ? undefined : names.get(createdById)) ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

async function loadCreatorNames(jobs: readonly ImportJob[]): Promise<Map<string, string>> {
  const ids = [...new Set(jobs.flatMap(({ createdById }) => createdById ?? []))]
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

function presentCounts(counts: JobCounts): ImportCounts {
  return Object.fromEntries(IMPORT_COUNT_KEYS.map((key) => [key, counts[key] ?? 0])) as ImportCounts
}

function countRows(counts: JobCounts): number {
  return counts['read'] ?? ROW_OUTCOMES.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
}

function translate(locale: Locale, message: string): string {
  return translateLocalizableMessage(locale, message as LocalizableMessage)
}

function describeError({ error }: ImportJob, locale: Locale): string | null {
  if (error === null) return null
  const { code, details } = error as { code: string; details: FileFaultDetails }
  if (code === 'noRows' || code === 'internal') return translate(locale, localizableMessage(`import.${code}`))
  return translate(locale, describeFileFault(code as FileFaultCode, details))
}
