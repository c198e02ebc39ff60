import type { Prisma } from '@/prisma/generated/client'
import type { UpsertResult } from '../../../contacts/apply-upsert-row'
import { pickResolvedIds, resolveAndLockReferences } from '../../../contacts/contact-references'
import type { Contact } from '../../../contacts/schema'
import type { Tx } from '../../../db'
import { lockRows } from '../../../locks'
import { localizableMessage } from '../../../messages/localizable-message'
import type { AnswerWithOptionLabels } from '../../../responses/schema'
import { computeScores } from '../../../responses/scores'
import { pickTranslation } from '../../../surveys/constants'
import type { Language } from '../../../validation/schema'
import { listResponseIdsOfRows, type ProcessedRow } from '../import-queries'
import type { AcceptedRow } from '../map-row'
import { toProcessedRow } from '../row-outcome'
import type { ImportSurvey, ParsedResponse } from './parsed-response'
import { computeResponseIds } from './response-ids'
import { findExistingResponseIds, insertMissingResponses } from './response-queries'

type Candidate = {
  row: AcceptedRow
  contact: ProcessedRow & { contactId: string }
  ids: readonly [string, ...string[]]
  response: Prisma.ResponseCreateManyInput
}

/**
 * Stores the answers of rows whose contacts exist now, as completed responses with their own dates. They emit no events, open no cases and
 * reach no alerts. An answer that is stored already stays as it is.
 * @param results of the upsert of the contacts, in the order of the rows
 */
export async function importResponses(
  tx: Tx,
  organizationId: string,
  jobId: string,
  rows: readonly AcceptedRow[],
  results: readonly UpsertResult[],
): Promise<ProcessedRow[]> {
  const { defaultLanguage } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const references = await resolveAndLockReferences(
    tx,
    organizationId,
    rows.map(({ input }) => input),
  )
  const contactIds = results.flatMap((result) => (result.status === 'failed' ? [] : result.contact.id))
  // An erasure that runs at the same time either finds the answers, or has removed the contact before.
  const locked = new Set(await lockRows(tx, 'contact', organizationId, [...new Set(contactIds)]))
  const candidates = rows.map((row, index): Candidate | ProcessedRow => {
    const { position } = row
    const result = results[index]
    if (result === undefined) throw new Error('a row has no result')
    const contact = toProcessedRow(position, result)
    if (result.status === 'failed') return contact
    if (!locked.has(result.contact.id)) return refuse(position, 'import.contactDeleted')
    const { answer } = row
    const surveyId = answer?.survey?.id
    if (!answer?.survey || !surveyId) throw new Error('the row of an answer has no survey')
    const ids = computeResponseIds({ ...answer, email: row.input.email, surveyId })
    const requested = { locationId: row.input.locationId, contactOrganizationId: row.input.contactOrganizationId }
    const subject = { ...pickSubject(result.contact), ...withoutNulls(pickResolvedIds(references, requested)) }
    const language = row.input.preferredLanguage ?? result.contact.preferredLanguage ?? defaultLanguage
    const response = {
      id: ids[0],
      organizationId,
      surveyId,
      contactId: result.contact.id,
      importId: jobId,
      channel: 'import',
      ...subject,
      ...buildContent(answer, answer.survey, language as Language),
    }
    return { row, contact: { ...contact, contactId: result.contact.id }, ids, response }
  })
  return storeCandidates(tx, organizationId, jobId, candidates)
}

function refuse(position: number, key: 'import.contactDeleted'): ProcessedRow {
  return {
    position,
    outcome: 'refused',
    contactId: null,
    reasons: [{ column: null, message: localizableMessage(key) }],
  }
}

/** As a sending without a location of its own, an answer belongs to the location of its contact. */
function pickSubject({ locationId, contactOrganizationId }: Contact) {
  return { locationId, contactOrganizationId }
}

function withoutNulls(references: object): object {
  return Object.fromEntries(Object.entries(references).filter(([, id]) => id !== null))
}

function buildContent({ at, score, comment }: ParsedResponse, survey: ImportSurvey, language: Language) {
  const { metric, scoreQuestion, commentQuestion } = survey
  const toAnswer = (
    { id, text }: ImportSurvey['scoreQuestion'],
    type: AnswerWithOptionLabels['type'],
    value: number | string,
  ) => ({ questionId: id, type, text: pickTranslation(text, language), value, labels: [] })
  const answers = [
    toAnswer(scoreQuestion, metric, score),
    ...(comment === null ? [] : [toAnswer(commentQuestion, 'text', comment)]),
  ]
  return {
    status: 'completed',
    language,
    answers,
    ...computeScores(metric, answers),
    submittedAt: at,
    createdAt: at,
  }
}

async function storeCandidates(
  tx: Tx,
  organizationId: string,
  jobId: string,
  candidates: readonly (Candidate | ProcessedRow)[],
): Promise<ProcessedRow[]> {
  const answers = candidates.filter((candidate): candidate is Candidate => 'ids' in candidate)
  const stored = await findExistingResponseIds(
    tx,
    organizationId,
    answers.flatMap(({ ids }) => ids),
  )
  const isNew = ({ ids }: Candidate) => !ids.some((id) => stored.has(id))
  const fresh = new Map(
    answers
      .filter(isNew)
      .map(({ response }) => [response.id, response] as const)
      .toReversed(),
  )
  const contactIds = answers.map(({ contact }) => contact.contactId)
  const seen = new Set(await listResponseIdsOfRows(tx, organizationId, jobId, contactIds))
  const inserted = await insertMissingResponses(tx, organizationId, [...fresh.values()])
  return candidates.map((candidate): ProcessedRow => {
    if (!('ids' in candidate)) return candidate
    const { contact, ids } = candidate
    const responseId = ids.find((id) => stored.has(id)) ?? ids[0]
    const isRepeated = seen.has(responseId)
    seen.add(responseId)
    if (isRepeated) return { ...contact, responseId, outcome: 'duplicate' }
    return { ...contact, responseId, outcome: inserted.has(responseId) ? 'answered' : 'unchanged' }
  })
}
