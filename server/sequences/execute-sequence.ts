import { getContactCreator } from '../contacts/contact-creator'
import type { Contact, UpsertContact } from '../contacts/schema'
import { upsertContacts } from '../contacts/upsert-contacts'
import { type FieldErrors, SequenceInactive, ValidationError } from '../errors'
import { requireCapacity } from '../jobs/backlog'
import { localizableMessage } from '../messages/localizable-message'
import { transact, type UnitOfWork } from '../unit-of-work'
import {
  createSendings,
  type EnrolmentTarget,
  loadSendableSurvey,
  lockSequence,
  type ResponseAssociations,
  resolveResponseAssociations,
} from './create-sendings'
import { ContactToEnrol, type ExecuteSequence, type ExecuteSequenceResult, type SendSurveyResult } from './schema'
import { predictSkipReasons } from './sending/predict-skip-reason'

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
    const subject = await resolveResponseAssociations(tx, organizationId, input)
    const sequence = await lockSequence(tx, organizationId, input.id)
    if (sequence.usesSms) requirePhones(input.contacts)
    if (sequence.status !== 'active') throw new SequenceInactive(sequence.status)
    const enrolled = await enrol(work, organizationId, input.contacts, sequence, subject)
    return { sequenceId: sequence.sequenceId, sequenceName: sequence.name, ...enrolled }
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
    const subject = await resolveResponseAssociations(tx, organizationId, input)
    const survey = await loadSendableSurvey(tx, organizationId, input.id)
    const enrolled = await enrol(work, organizationId, input.contacts, survey, subject)
    return { surveyId: survey.surveyId, surveyName: survey.name, ...enrolled }
  })
}

async function enrol(
  work: UnitOfWork,
  organizationId: string,
  input: readonly ContactToEnrol[],
  target: EnrolmentTarget,
  subject: ResponseAssociations,
) {
  const contacts = await upsertEnrolled(work, organizationId, input, subject.locationId)
  const sendingIds = await createSendings(work, organizationId, contacts, target, subject)
  const reasons = await predictSkipReasons(work.tx, organizationId, sendingIds)
  const warnings = listIgnoredFieldWarnings(input)
  return {
    contactsProcessed: contacts.length,
    sendingsCreated: sendingIds.length,
    results: contacts.map(({ id, email }, index) => {
      const sendingId = sendingIds[index] ?? ''
      const reason = reasons.get(sendingId)
      return { email, contactId: id, sendingId, status: 'queued' as const, ...(reason && { reason }) }
    }),
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
