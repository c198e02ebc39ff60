import type { Contact as ContactRow } from '@/prisma/generated/client'
import { JobFailure } from '../contact-jobs/job-failure'
import { changeContacts } from '../contacts/change-contacts'
import type { FieldChanges } from '../contacts/restore-contact-fields'
import { lockAndReadContacts } from '../contacts/upsert-queries'
import type { Tx } from '../db'
import { AppError, NotFound, SequenceInactive, ValidationError } from '../errors'
import {
  createSendings,
  type EnrolmentTarget,
  loadSendableSurvey,
  lockActiveSequence,
  resolveResponseAssociations,
} from '../sequences/create-sendings'
import { findUnreachableContacts } from '../sequences/find-unreachable-contacts'
import type { UnitOfWork } from '../unit-of-work'
import type { ContactResult } from './bulk-action-job-payload'
import type { SkipReason } from './constants'
import type { BulkActionParameters } from './schema'

export type EnrolmentAction = Extract<BulkActionParameters, { type: 'enrol' | 'sendSurvey' }>

/** What undoing an enrolment needs. `changes` are those of the contact. */
export type EnrolmentUndoData = { sendingId: string; changes?: FieldChanges }

/**
 * Enrols contacts in a sequence or sends them a survey, except those that it could not reach or that are going through it.
 * @throws {JobFailure} if the sequence or survey cannot be sent any more
 */
export async function enrolContacts(
  work: UnitOfWork,
  organizationId: string,
  action: EnrolmentAction,
  ids: readonly string[],
): Promise<ContactResult[]> {
  const { tx } = work
  const { target, subject } = await resolveEnrolment(tx, organizationId, action).catch(toJobFailure)
  const contacts = await lockAndReadContacts(tx, organizationId, ids)
  const skipReasons = await findSkipReasons(tx, organizationId, [...contacts.values()], target)
  const accepted = [...contacts.values()].filter(({ id }) => !skipReasons.has(id))
  const { locationId } = subject
  if (locationId !== null) {
    const acceptedIds = accepted.map(({ id }) => id)
    await changeContacts(tx, organizationId, acceptedIds, () => ({ locationId }))
  }
  const recipients = accepted.map(({ id, email, locationId: own }) => ({ id, email, locationId: locationId ?? own }))
  const sendingIds = await createSendings(work, organizationId, recipients, target, subject)
  const undoData = new Map(
    accepted.map((contact, index) => [contact.id, toUndoData(contact, locationId, sendingIds[index] ?? '')]),
  )
  return ids.map((id): ContactResult => {
    const data = undoData.get(id)
    if (data) return { id, outcome: 'changed', undoData: data }
    return { id, outcome: 'skipped', reason: skipReasons.get(id) ?? 'gone' }
  })
}

function toUndoData(contact: ContactRow, locationId: string | null, sendingId: string): EnrolmentUndoData {
  if (locationId === null || contact.locationId === locationId) return { sendingId }
  return { sendingId, changes: { locationId: [contact.locationId, locationId] } }
}

/** @throws {AppError} if the sequence, survey, location or employee does not exist or cannot be used */
export async function resolveEnrolment(tx: Tx, organizationId: string, action: EnrolmentAction) {
  const { locationId, employeeId } = action
  const subject = await resolveResponseAssociations(tx, organizationId, { contacts: [], locationId, employeeId })
  const target =
    action.type === 'enrol'
      ? await lockActiveSequence(tx, organizationId, action.sequenceId)
      : await loadSendableSurvey(tx, organizationId, action.surveyId)
  return { target, subject }
}

function toJobFailure(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const options = { cause: error }
  if (error instanceof SequenceInactive) throw new JobFailure({ code: 'sequenceInactive', details: {} }, options)
  if (error instanceof NotFound) throw new JobFailure({ code: 'sendableGone', details: {} }, options)
  if (error instanceof ValidationError && error.fields?.['id'])
    throw new JobFailure({ code: 'surveyUnusable', details: {} }, options)
  throw new JobFailure({ code: 'subjectGone', details: {} }, options)
}

async function findSkipReasons(
  tx: Tx,
  organizationId: string,
  contacts: readonly ContactRow[],
  target: EnrolmentTarget,
): Promise<Map<string, SkipReason>> {
  const enrolled = await listEnrolledIds(tx, organizationId, target, contacts)
  const unreachable = await findUnreachableContacts(tx, organizationId, contacts, target)
  return new Map<string, SkipReason>([...[...enrolled].map((id) => [id, 'alreadyEnrolled'] as const), ...unreachable])
}

async function listEnrolledIds(
  tx: Tx,
  organizationId: string,
  { sequenceId }: EnrolmentTarget,
  contacts: readonly ContactRow[],
): Promise<Set<string>> {
  if (sequenceId === null) return new Set()
  const contactId = { in: contacts.map(({ id }) => id) }
  const where = { organizationId, sequenceId, contactId, endedAt: null }
  return new Set(
    (await tx.sending.findMany({ where, select: { contactId: true } })).map((sending) => sending.contactId),
  )
}
