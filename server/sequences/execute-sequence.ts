import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { type ContactUpsertInput, upsertContacts } from '../contacts/upsert-contacts'
import type { Tx } from '../db'
import { type FieldErrors, NotFound, SequenceInactive, ValidationError } from '../errors'
import { addToCachedBacklog, requireCapacity } from '../jobs/backlog'
import { lockRow } from '../locks'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'
import { transact, type UnitOfWork } from '../unit-of-work'
import { insertSendings } from './queries'
import { ContactToEnrol, type ExecuteSequence, type ExecuteSequenceResult, type SendSurveyResult } from './schema'
import { findEmptySurveyError } from './validate-steps'

/**
 * Enrols contacts: creates or updates each by email and creates one sending for each, in one transaction; a job runs the steps.
 * A failing request changes nothing. A repeated address counts once; later values win.
 * @throws {ValidationError} for an unknown location or employee, and for a missing phone number if a step sends SMS.
 * @throws {NotFound}
 * @throws {SequenceInactive} unless its status is `active`.
 * @throws {BacklogFull}
 */
export async function executeSequence(organizationId: string, input: ExecuteSequence): Promise<ExecuteSequenceResult> {
  await requireCapacity(organizationId, 'sendings', 'deliveries')
  return transact(async (work) => {
    const { tx } = work
    const subject = await resolveResponseSubject(tx, organizationId, input)
    await lockRow(tx, 'sequence', organizationId, input.id, 'SHARE')
    const sequence = await tx.sequence.findUnique({ where: { id: input.id, organizationId } })
    if (!sequence) throw new NotFound('sequence')
    const steps = await tx.sequenceStep.findMany({
      where: { organizationId, sequenceId: input.id },
      orderBy: { position: 'asc' },
      select: { type: true, delay: true },
    })
    if (steps.some(({ type }) => type === 'sms')) requirePhones(input.contacts)
    if (sequence.status !== 'active') throw new SequenceInactive(sequence.status)
    const target = { sequenceId: sequence.id, surveyId: null, ...subject }
    const enrolled = await enrol(work, organizationId, input.contacts, target, steps[0]?.delay)
    return { sequenceId: sequence.id, sequenceName: sequence.name, ...enrolled }
  })
}

/**
 * Sends one survey to contacts, without a sequence; otherwise like {@link executeSequence}.
 * @throws {NotFound}
 * @throws {ValidationError} also for a survey that is archived or has no questions.
 */
export async function sendSurvey(organizationId: string, input: ExecuteSequence): Promise<SendSurveyResult> {
  await requireCapacity(organizationId, 'sendings', 'deliveries')
  return transact(async (work) => {
    const { tx } = work
    const subject = await resolveResponseSubject(tx, organizationId, input)
    const survey = await tx.survey.findFirst({ where: { id: input.id, organizationId, deletedAt: null } })
    if (!survey) throw new NotFound('survey')
    const fault = survey.status === 'archived' ? localizableMessage('survey.archived') : findEmptySurveyError(survey)
    if (fault) throw new ValidationError({ id: [fault] })
    const target = { sequenceId: null, surveyId: survey.id, ...subject }
    const enrolled = await enrol(work, organizationId, input.contacts, target)
    return { surveyId: survey.id, surveyName: survey.name, ...enrolled }
  })
}

type ResponseSubject = { locationId: string | null; employeeId: string | null }
type EnrolmentTarget = ResponseSubject &
  ({ sequenceId: string; surveyId: null } | { sequenceId: null; surveyId: string })

async function enrol(
  work: UnitOfWork,
  organizationId: string,
  input: readonly ContactToEnrol[],
  target: EnrolmentTarget,
  delay = 0,
) {
  const { tx, signal } = work
  const { locationId } = target
  const contacts = await upsertContacts(work, organizationId, mergeByEmail(input), {
    locationId: locationId ?? undefined,
  })
  const anchorAt = now()
  const sendings = contacts.map((contact) => ({
    id: uuidv7(),
    contactId: contact.id,
    email: contact.email,
    locationId: locationId ?? contact.locationId,
  }))
  await insertSendings(tx, organizationId, {
    ...target,
    sendings,
    anchorAt,
    status: delay > 0 ? 'running' : 'queued',
    dueAt: new Date(anchorAt.getTime() + delay * 1000),
  })
  if (delay === 0) addToCachedBacklog(organizationId, 'sendings', sendings.length)
  signal({ queue: 'sequences/sendings', organizationId })
  const warnings = listIgnoredFieldWarnings(input)
  return {
    contactsProcessed: contacts.length,
    sendingsCreated: sendings.length,
    results: contacts.map(({ id, email }) => ({ email, contactId: id, status: 'queued' as const })),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const WARNINGS_MAX = 100

/** Warns of contact fields that enrolment ignores: the caller may assume that they are stored. */
function listIgnoredFieldWarnings(contacts: readonly ContactToEnrol[]): { path: string; message: string }[] {
  const knownFields = Object.keys(ContactToEnrol.shape)
  const message = `Ignored. A contact of an enrolment has ${knownFields.join(', ')}; set other fields with POST or PATCH /contacts.`
  return contacts
    .flatMap((contact, index) =>
      Object.keys(contact)
        .filter((field) => !knownFields.includes(field))
        .map((field) => ({ path: `contacts.${index}.${field.slice(0, 100)}`, message })),
    )
    .slice(0, WARNINGS_MAX)
}

function mergeByEmail(contacts: readonly ContactToEnrol[]): ContactUpsertInput[] {
  const byEmail = new Map<string, ContactUpsertInput>()
  for (const { email, firstName, lastName, phone } of contacts)
    byEmail.set(email, {
      ...byEmail.get(email),
      email,
      ...(firstName ? { firstName } : {}),
      ...(lastName ? { lastName } : {}),
      ...(phone ? { phone } : {}),
    })
  return [...byEmail.values()]
}

function requirePhones(contacts: readonly ContactToEnrol[]): void {
  const reachable = new Set(mergeByEmail(contacts).flatMap(({ email, phone }) => (phone ? email : [])))
  const details: FieldErrors = {}
  for (const [index, { email }] of contacts.entries())
    if (!reachable.has(email)) details[`contacts.${index}.phone`] = [localizableMessage('sequence.sms')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

async function resolveResponseSubject(
  tx: Tx,
  organizationId: string,
  { locationId, employeeId }: Pick<ExecuteSequence, 'locationId' | 'employeeId'>,
): Promise<ResponseSubject> {
  const subject = {
    locationId: locationId ? await resolveAndLockMasterDataId(tx, 'location', organizationId, locationId) : null,
    employeeId: employeeId ? await resolveAndLockMasterDataId(tx, 'employee', organizationId, employeeId) : null,
  }
  const details: FieldErrors = {}
  if (locationId && subject.locationId === null) details.locationId = [localizableMessage('contact.noLocation')]
  if (employeeId && subject.employeeId === null) details.employeeId = [localizableMessage('contact.noEmployee')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return subject
}
