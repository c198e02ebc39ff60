import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { findReferenceErrors, pickResolvedIds, resolveAndLockReferences } from '../contacts/contact-references'
import type { Tx } from '../db'
import { type FieldErrors, NotFound, SequenceInactive, ValidationError } from '../errors'
import { addToCachedBacklog } from '../jobs/backlog'
import { lockRow } from '../locks'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'
import type { UnitOfWork } from '../unit-of-work'
import type { ContactToEnrol, ExecuteSequence } from './enrolment-schema'
import { insertSendings } from './queries'
import { findEmptySurveyError } from './validate-steps'

/** What the responses of an enrolment are about. */
export type ResponseAssociations = { locationId: string | null; employeeId: string | null }

/** @property delay of the first step, in seconds */
type Sendable = { name: string; usesSms: boolean; delay: number }
type SequenceTarget = Sendable & { sequenceId: string; surveyId: null }
type SurveyTarget = Sendable & { sequenceId: null; surveyId: string }

/** A sequence or survey that can be sent to contacts. */
export type EnrolmentTarget = SequenceTarget | SurveyTarget

/** Locks an active sequence against changes. @throws {NotFound} @throws {SequenceInactive} */
export async function lockActiveSequence(tx: Tx, organizationId: string, id: string): Promise<SequenceTarget> {
  const target = await lockSequence(tx, organizationId, id)
  if (target.status !== 'active') throw new SequenceInactive(target.status)
  return target
}

/** Locks a sequence in any status. @throws {NotFound} */
export async function lockSequence(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<SequenceTarget & { status: string }> {
  await lockRow(tx, 'sequence', organizationId, id, 'SHARE')
  const sequence = await tx.sequence.findUnique({ where: { id, organizationId } })
  if (!sequence) throw new NotFound('sequence')
  const steps = await tx.sequenceStep.findMany({
    where: { organizationId, sequenceId: id },
    orderBy: { position: 'asc' },
    select: { type: true, delay: true },
  })
  return {
    name: sequence.name,
    status: sequence.status,
    usesSms: steps.some(({ type }) => type === 'sms'),
    delay: steps[0]?.delay ?? 0,
    sequenceId: sequence.id,
    surveyId: null,
  }
}

/** @throws {NotFound} @throws {ValidationError} under `id` for a survey that is archived or has no questions */
export async function loadSendableSurvey(tx: Tx, organizationId: string, id: string): Promise<SurveyTarget> {
  const survey = await tx.survey.findFirst({ where: { id, organizationId, deletedAt: null } })
  if (!survey) throw new NotFound('survey')
  const fault = survey.status === 'archived' ? localizableMessage('survey.archived') : findEmptySurveyError(survey)
  if (fault) throw new ValidationError({ id: [fault] })
  return { name: survey.name, usesSms: false, delay: 0, sequenceId: null, surveyId: survey.id }
}

/** @property sendingId if it was chosen before */
type EnrolledContact = { id: string; email: string; locationId: string | null; sendingId?: string }

/** Creates a sending for each contact; a job runs the steps. @returns the ids of the sendings, in order */
export async function createSendings(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  contacts: readonly EnrolledContact[],
  { sequenceId, surveyId, delay }: EnrolmentTarget,
  { employeeId }: ResponseAssociations,
): Promise<string[]> {
  const anchorAt = now()
  const sendings = contacts.map(({ id: contactId, email, locationId, sendingId = uuidv7() }) => ({
    id: sendingId,
    contactId,
    email,
    locationId,
  }))
  await insertSendings(tx, organizationId, {
    sequenceId,
    surveyId,
    employeeId,
    sendings,
    anchorAt,
    status: delay > 0 ? 'running' : 'queued',
    dueAt: new Date(anchorAt.getTime() + delay * 1000),
  })
  if (delay === 0) addToCachedBacklog(organizationId, 'sendings', sendings.length)
  signal({ queue: 'sequences/sendings', organizationId })
  return sendings.map(({ id }) => id)
}

/** @throws {ValidationError} for each location, employee and company that does not exist, those of the contacts included */
export async function resolveResponseAssociations(
  tx: Tx,
  organizationId: string,
  {
    contacts,
    locationId,
    employeeId,
  }: Pick<ExecuteSequence, 'locationId' | 'employeeId'> & { contacts: readonly ContactToEnrol[] },
): Promise<ResponseAssociations> {
  const resolvedIds = await resolveAndLockReferences(tx, organizationId, [{ locationId }, ...contacts])
  const location = pickResolvedIds(resolvedIds, { locationId })
  const subject = {
    locationId: location.locationId ?? null,
    employeeId: employeeId ? await resolveAndLockMasterDataId(tx, 'employee', organizationId, employeeId) : null,
  }
  const details = findReferenceErrors({ locationId }, location)
  if (employeeId && subject.employeeId === null) details.employeeId = [localizableMessage('contact.noEmployee')]
  for (const [index, contact] of contacts.entries())
    addContactErrors(details, index, findReferenceErrors(contact, pickResolvedIds(resolvedIds, contact)))
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return subject
}

function addContactErrors(details: FieldErrors, index: number, errors: FieldErrors): void {
  for (const [field, messages] of Object.entries(errors)) details[`contacts.${index}.${field}`] = messages
}
