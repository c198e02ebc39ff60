import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { getContactCreator } from '../contacts/contact-creator'
import { findReferenceErrors, pickResolvedIds, resolveAndLockReferences } from '../contacts/contact-references'
import type { Contact, UpsertContact } from '../contacts/schema'
import { upsertContacts } from '../contacts/upsert-contacts'
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
  const contacts = await upsertEnrolled(work, organizationId, input, target.locationId)
  const anchorAt = now()
  const sendings = contacts.map((contact) => ({
    id: uuidv7(),
    contactId: contact.id,
    email: contact.email,
    locationId: contact.locationId,
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

/**
 * One contact for each address, in the order of its first appearance.
 * @throws {ValidationError} if any is refused
 */
async function upsertEnrolled(
  work: UnitOfWork,
  organizationId: string,
  input: readonly ContactToEnrol[],
  locationId: string | null,
): Promise<Contact[]> {
  const rows = input.map((contact) => toUpsertRow(contact, locationId))
  const creator = { ...getContactCreator(), createdVia: 'enrolment' as const }
  const results = await upsertContacts(work, organizationId, rows, { onExisting: 'update', ...creator })
  const details: FieldErrors = {}
  const byEmail = new Map<string, Contact>()
  for (const [index, result] of results.entries()) {
    if (result.status !== 'failed') byEmail.set(result.contact.email, result.contact)
    else if (result.error.fields === undefined) throw result.error
    else
      for (const [field, messages] of Object.entries(result.error.fields))
        details[`contacts.${index}.${field}`] = messages
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return [...byEmail.values()]
}

/** A name or phone number that is null or empty leaves the contact's own. */
function toUpsertRow(
  { firstName, lastName, phone, ...contact }: ContactToEnrol,
  locationId: string | null,
): UpsertContact {
  return {
    ...contact,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(phone ? { phone } : {}),
    ...(locationId && !contact.locationId ? { locationId } : {}),
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

function requirePhones(contacts: readonly ContactToEnrol[]): void {
  const reachable = new Set(contacts.flatMap(({ email, phone }) => (phone ? email : [])))
  const details: FieldErrors = {}
  for (const [index, { email }] of contacts.entries())
    if (!reachable.has(email)) details[`contacts.${index}.phone`] = [localizableMessage('sequence.sms')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

/** @throws {ValidationError} for each location, employee and company that does not exist, those of the contacts included */
async function resolveResponseSubject(
  tx: Tx,
  organizationId: string,
  { contacts, locationId, employeeId }: Pick<ExecuteSequence, 'contacts' | 'locationId' | 'employeeId'>,
): Promise<ResponseSubject> {
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
