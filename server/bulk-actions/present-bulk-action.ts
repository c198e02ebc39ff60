import { now } from '../clock'
import { castJob, loadContactJob } from '../contact-jobs/contact-job'
import { contactName } from '../contacts/contact-name'
import { db, type Prisma } from '../db'
import type { Locale } from '../messages/locale'
import { localizableMessage } from '../messages/localizable-message'
import { translateLocalizableMessage } from '../messages/translate-localizable-message'
import { type Page, pageMeta, pageOffset } from '../paging'
import { type BulkActionJob, castBulkActionJob, listSkipCounts } from './bulk-action-job-payload'
import { getBulkActionUndos } from './get-bulk-action-undo'
import type { BulkAction, ListBulkActions, ListSkippedContacts, SkippedContact } from './schema'

/** @param locale of the error @throws {NotFound} */
export async function getBulkAction(organizationId: string, id: string, locale: Locale): Promise<BulkAction> {
  const job = castBulkActionJob(await loadContactJob(organizationId, id, 'bulkAction'))
  const [action] = await presentBulkActions(organizationId, [job], locale)
  if (!action) throw new Error('a job was not presented')
  return action
}

/** Bulk actions, newest first. */
export async function listBulkActions(
  organizationId: string,
  input: ListBulkActions,
  locale: Locale,
): Promise<Page<BulkAction>> {
  const where = { organizationId, kind: 'bulkAction', ...(input.running ? { status: 'running' } : {}) }
  const [total, rows] = await Promise.all([
    db.contactJob.count({ where }),
    db.contactJob.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
  ])
  const jobs = rows.map((row) => castBulkActionJob(castJob(row)))
  return { data: await presentBulkActions(organizationId, jobs, locale), meta: pageMeta(total, input) }
}

/** The contacts that an action skipped, or that its undo left as they are. @throws {NotFound} */
export async function listSkippedContacts(
  organizationId: string,
  { id, which, ...input }: ListSkippedContacts,
): Promise<Page<SkippedContact>> {
  await loadContactJob(organizationId, id, 'bulkAction')
  const where: Prisma.ContactJobItemWhereInput = {
    organizationId,
    jobId: id,
    ...(which === 'skipped' ? { outcome: 'skipped' } : { outcome: 'changed', undoOutcome: { not: 'restored' } }),
  }
  const [total, items] = await Promise.all([
    db.contactJobItem.count({ where }),
    db.contactJobItem.findMany({
      where,
      orderBy: { position: 'asc' },
      skip: pageOffset(input),
      take: input.limit,
    }),
  ])
  const contacts = await db.contact.findMany({
    where: { organizationId, id: { in: items.map(({ contactId }) => contactId) } },
    select: { id: true, email: true, firstName: true, lastName: true },
  })
  const names = new Map(contacts.map(({ id: contactId, ...contact }) => [contactId, contactName(contact)]))
  const data = items.map(({ contactId, reason, undoOutcome }) => ({
    contactId,
    name: names.get(contactId) ?? null,
    reason: (which === 'skipped' ? reason : undoOutcome) as SkippedContact['reason'],
  }))
  return { data, meta: pageMeta(total, input) }
}

async function presentBulkActions(
  organizationId: string,
  jobs: readonly BulkActionJob[],
  locale: Locale,
): Promise<BulkAction[]> {
  const [names, described] = await Promise.all([loadCreatorNames(jobs), getBulkActionUndos(organizationId, jobs)])
  return described.map(({ job, undo }) => {
    const createdBy = names.get(job.createdById ?? '') ?? null
    return { ...presentBulkAction(job), createdBy, error: describeError(job, locale), undo }
  })
}

function presentBulkAction(job: BulkActionJob): Omit<BulkAction, 'createdBy' | 'error' | 'undo'> {
  const { id, status, spec, counts, dueAt, failures, createdAt, finishedAt } = job
  const skipped = listSkipCounts(job)
  const [changed, unchanged] = [counts['changed'] ?? 0, counts['unchanged'] ?? 0]
  const processed = skipped.reduce((sum, { count }) => sum + count, changed + unchanged)
  return {
    id,
    action: spec.action,
    recordName: spec.recordName,
    status,
    isWaiting: status === 'running' && failures === 0 && dueAt !== null && dueAt > now(),
    total: job.total ?? processed,
    processed,
    changed,
    unchanged,
    skipped,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

async function loadCreatorNames(jobs: readonly BulkActionJob[]): Promise<Map<string, string>> {
  const ids = [...new Set(jobs.flatMap(({ createdById }) => createdById ?? []))]
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

const FAILURE_MESSAGES = {
  locationGone: 'bulk.locationGone',
  companyGone: 'bulk.companyGone',
  subjectGone: 'bulk.subjectGone',
  sequenceInactive: 'bulk.sequenceInactive',
  sendableGone: 'bulk.sendableGone',
  surveyUnusable: 'bulk.surveyUnusable',
  internal: 'bulk.internal',
} as const

function describeError({ error }: BulkActionJob, locale: Locale): string | null {
  if (error === null) return null
  const { code } = error as { code: keyof typeof FAILURE_MESSAGES }
  return translateLocalizableMessage(locale, localizableMessage(FAILURE_MESSAGES[code]))
}
