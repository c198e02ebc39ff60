import { v7 as uuidv7 } from 'uuid'
import { getContactCreator } from '../contacts/contact-creator'
import type { Contact, UpsertContact } from '../contacts/schema'
import { upsertContacts } from '../contacts/upsert-contacts'
import type { Tx } from '../db'
import { type FieldErrors, SequenceInactive, ValidationError } from '../errors'
import { requireCapacity } from '../jobs/backlog'
import { localizableMessage } from '../messages/localizable-message'
import { transact, type UnitOfWork } from '../unit-of-work'
import { claimDedupeKeys, hashDedupeKey } from './claim-dedupe-keys'
import {
  createSendings,
  type EnrolmentTarget,
  loadSendableSurvey,
  lockSequence,
  type ResponseAssociations,
  resolveResponseAssociations,
} from './create-sendings'
import {
  ContactToEnrol,
  type ExecuteSequence,
  type ExecuteSequenceResult,
  type SendSurveyResult,
} from './enrolment-schema'
import { predictSkipReasons } from './sending/predict-skip-reason'

/**
 * Enrols contacts: creates or updates each by email and creates one sending for each, in one transaction; a job runs the steps.
 * A failing request changes nothing. A repeated address counts once; later values win. A contact whose dedupe key was used before is left alone.
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
    const enrolled = await enrolContacts(work, organizationId, input, sequence, subject)
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
    const enrolled = await enrolContacts(work, organizationId, input, survey, subject)
    return { surveyId: survey.surveyId, surveyName: survey.name, ...enrolled }
  })
}

/**
 * Enrols the contacts of a request whose target and associations are locked: see {@link executeSequence}.
 * @throws {ValidationError} if a contact is refused
 */
export async function enrolContacts(
  work: UnitOfWork,
  organizationId: string,
  input: ExecuteSequence,
  target: EnrolmentTarget,
  subject: ResponseAssociations,
) {
  const { tx } = work
  const recipients = listRecipients(input)
  const firstIds = await claimDedupeKeys(tx, organizationId, target.sequenceId ?? target.surveyId, recipients)
  const duplicates = new Set(recipients.flatMap(({ email, sendingId }) => (firstIds.has(sendingId) ? [email] : [])))
  const contacts = await upsertEnrolled(work, organizationId, input.contacts, subject.locationId, duplicates)
  const created = recipients.flatMap(({ email, sendingId }) => {
    const contact = contacts.get(email)
    return contact ? [{ ...contact, sendingId }] : []
  })
  const sendingIds = await createSendings(work, organizationId, created, target, subject)
  const reasons = await predictSkipReasons(tx, organizationId, sendingIds)
  const firstContactIds = await findContactIds(tx, organizationId, [...firstIds.values()])
  const warnings = listIgnoredFieldWarnings(input.contacts)
  return {
    contactsProcessed: created.length,
    sendingsCreated: sendingIds.length,
    results: recipients.map(({ email, sendingId }) => {
      const firstId = firstIds.get(sendingId)
      const reason = reasons.get(sendingId)
      return {
        email,
        contactId: (firstId === undefined ? contacts.get(email)?.id : firstContactIds.get(firstId)) ?? '',
        sendingId: firstId ?? sendingId,
        status: 'queued' as const,
        ...(reason && { reason }),
        ...(firstId === undefined ? {} : { duplicate: true as const }),
      }
    }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** @returns ids of contacts by those of their sendings */
async function findContactIds(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const sendings = await tx.sending.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true, contactId: true },
  })
  return new Map(sendings.map(({ id, contactId }) => [id, contactId]))
}

/** One for each address, in the order of its first appearance; the key of the last appearance counts. */
function listRecipients({ contacts, dedupeKey: shared }: ExecuteSequence) {
  const keys = new Map(contacts.map(({ email, dedupeKey }) => [email, dedupeKey]))
  return [...keys].map(([email, own]) => ({
    email,
    sendingId: uuidv7(),
    keyHash: own ? hashDedupeKey(own) : shared ? hashDedupeKey(shared, email) : null,
  }))
}

/**
 * Creates or updates the contacts whose address is no duplicate.
 * @returns them by address
 * @throws {ValidationError} if any is refused
 */
async function upsertEnrolled(
  work: UnitOfWork,
  organizationId: string,
  input: readonly ContactToEnrol[],
  locationId: string | null,
  duplicates: ReadonlySet<string>,
): Promise<Map<string, Contact>> {
  const indexed = [...input.entries()].filter(([, { email }]) => !duplicates.has(email))
  const rows = indexed.map(([, contact]) => toUpsertRow(contact, locationId))
  const creator = { ...getContactCreator(), createdVia: 'enrolment' as const }
  const results = await upsertContacts(work, organizationId, rows, { onExisting: 'update', ...creator })
  const details: FieldErrors = {}
  const byEmail = new Map<string, Contact>()
  for (const [position, result] of results.entries()) {
    if (result.status !== 'failed') byEmail.set(result.contact.email, result.contact)
    else if (result.error.fields === undefined) throw result.error
    else
      for (const [field, messages] of Object.entries(result.error.fields))
        details[`contacts.${indexed[position]?.[0]}.${field}`] = messages
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return byEmail
}

/** A name or phone number that is null or empty leaves the contact's own. */
function toUpsertRow(row: ContactToEnrol, locationId: string | null): UpsertContact {
  const { firstName, lastName, phone, dedupeKey: _dedupeKey, ...contact } = row
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
