import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { SharedResults as SharedResultsRow } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { hashToken } from '../auth/account-token'
import { hashPassword } from '../auth/passwords'
import { db, type Tx } from '../db'
import { decryptSecret, encryptSecret } from '../encryption'
import { env } from '../env'
import { type FieldErrors, NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock, lockRow } from '../locks'
import { MASTER_DATA_KINDS } from '../master-data/constants'
import { loadResolvedIdAndName } from '../master-data/resolve-merged-ids'
import { localizableMessage } from '../messages/localizable-message'
import { SUBJECT_FILTER_BY_KIND } from '../responses/response-filter'
import { transact } from '../unit-of-work'
import { clampToStorableDate } from '../validation/schema'
import { SHARED_RESULTS_PER_SURVEY_MAX } from './constants'
import { listExpiredSharedResultsIds } from './queries'
import type { CreateSharedResults, SharedResults, SharedResultsReference } from './schema'

const TOKEN_BYTES = 16

/** Newest first. @throws {NotFound} for an unknown survey */
export async function listSharedResults(organizationId: string, surveyId: string): Promise<SharedResults[]> {
  await findSurvey(db, organizationId, surveyId)
  const [rows, expiredIds] = await Promise.all([
    db.sharedResults.findMany({
      where: { organizationId, surveyId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHARED_RESULTS_PER_SURVEY_MAX,
    }),
    listExpiredSharedResultsIds(organizationId, surveyId),
  ])
  return rows.map((row) => presentSharedResults(row, expiredIds.has(row.id)))
}

/**
 * Shares the results of a survey as they match the filters, by an address that anyone can open.
 * @throws {NotFound} for an unknown survey @throws {ValidationError} also for an unknown record in a filter
 */
export async function createSharedResults(
  organizationId: string,
  { id: surveyId, title, filters, questionIds, expiresOn, password, showsTexts, showsNames }: CreateSharedResults,
  author: { userId: string; name: string },
): Promise<SharedResults> {
  const id = uuidv7()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { step: _step, ...storedFilters } = filters
  const data = {
    id,
    organizationId,
    surveyId,
    title,
    tokenHash: hashToken(token),
    tokenEncrypted: encryptSecret('shared-results-token', token, id),
    filters: storedFilters,
    ...(questionIds === null ? {} : { questionIds }),
    expiresOn: expiresOn === null ? null : clampToStorableDate(Date.parse(expiresOn)),
    passwordHash: password === null ? null : await hashPassword(password),
    showsTexts,
    showsNames,
    createdById: author.userId,
    createdByName: author.name,
  }
  await requireFilterRecords(organizationId, filters)
  const row = await transact(async ({ tx }) => {
    await lockRow(tx, 'survey', organizationId, surveyId, 'KEY SHARE')
    const survey = await findSurvey(tx, organizationId, surveyId)
    await acquireCountLimitLock(tx, organizationId, 'shared_results')
    const count = await tx.sharedResults.count({ where: { organizationId, surveyId } })
    if (count >= SHARED_RESULTS_PER_SURVEY_MAX)
      throw new ValidationError({
        title: [localizableMessage('sharedResults.many', { maximum: SHARED_RESULTS_PER_SURVEY_MAX })],
      })
    const changes = [
      { field: 'title', from: null, to: title },
      { field: 'showsTexts', from: null, to: showsTexts },
      { field: 'showsNames', from: null, to: showsNames },
      { field: 'hasPassword', from: null, to: password !== null },
      { field: 'expiresOn', from: null, to: expiresOn },
    ]
    const record = { type: 'survey', id: surveyId, name: survey.name } as const
    await audit(organizationId, { action: 'results.shared', record, changes })
    return tx.sharedResults.create({ data })
  })
  return presentSharedResults(row, false)
}

/** Its address stops working at once. @throws {NotFound} */
export async function revokeSharedResults(
  organizationId: string,
  { id: surveyId, sharedId }: SharedResultsReference,
): Promise<{ id: string; revoked: true }> {
  return transact(async ({ tx }) => {
    const where = { organizationId, surveyId, id: sharedId }
    const row = await tx.sharedResults.findFirst({ where, select: { title: true, survey: { select: { name: true } } } })
    const { count } = await tx.sharedResults.deleteMany({ where })
    if (row === null || count === 0) throw new NotFound('sharedResults')
    const changes = [{ field: 'title', from: row.title, to: null }]
    await audit(organizationId, {
      action: 'results.unshared',
      record: { type: 'survey', id: surveyId, name: row.survey.name },
      changes,
    })
    return { id: sharedId, revoked: true }
  })
}

const UNKNOWN_RECORD = {
  location: localizableMessage('contact.noLocation'),
  employee: localizableMessage('contact.noEmployee'),
  contact_organization: localizableMessage('contact.noOrganization'),
}

/** A filter by an unknown record would share empty results for good. */
async function requireFilterRecords(organizationId: string, filters: CreateSharedResults['filters']): Promise<void> {
  const errors: FieldErrors = {}
  for (const kind of MASTER_DATA_KINDS) {
    const field = SUBJECT_FILTER_BY_KIND[kind]
    const id = filters[field]
    if (id !== undefined && (await loadResolvedIdAndName(kind, organizationId, id)) === null)
      errors[`filters.${field}`] = [UNKNOWN_RECORD[kind]]
  }
  const { segment_id: segmentId } = filters
  if (segmentId !== undefined && (await db.segment.count({ where: { organizationId, id: segmentId } })) === 0)
    errors['filters.segment_id'] = [localizableMessage('entry.noSegment')]
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

async function findSurvey(tx: Tx, organizationId: string, id: string): Promise<{ name: string }> {
  const survey = await tx.survey.findFirst({ where: { organizationId, id, deletedAt: null }, select: { name: true } })
  if (!survey) throw new NotFound('survey')
  return survey
}

function presentSharedResults(row: SharedResultsRow, isExpired: boolean): SharedResults {
  const { id, surveyId, title, showsTexts, showsNames, createdByName } = row
  return {
    id,
    surveyId,
    title,
    url: `${env.baseUrl}/shared/${decryptSecret('shared-results-token', row.tokenEncrypted, id)}`,
    expiresOn: row.expiresOn?.toISOString().slice(0, 10) ?? null,
    isExpired,
    hasPassword: row.passwordHash !== null,
    showsTexts,
    showsNames,
    createdByName,
    createdAt: row.createdAt.toISOString(),
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
  }
}
