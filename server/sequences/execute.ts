import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { type ContactUpsert, upsertContacts } from '../contacts/upsert'
import type { Tx } from '../db'
import { type FieldErrors, NotFound, SequenceInactive, ValidationError } from '../errors'
import { noteQueued, requireRoom } from '../jobs/backlog'
import { sendingsQueued } from '../jobs/events'
import { lockRow } from '../locks'
import { sentence } from '../messages/sentence'
import { findMeantRecord } from '../records/queries'
import { transact, type Work } from '../unit-of-work'
import { insertSendings } from './queries'
import { EnrolledContact, type ExecuteSequence, type SequenceExecution, type SurveyExecution } from './schema'
import { faultOfQuestions } from './step-rules'

/**
 * Enrols contacts: creates or updates each by email and creates one sending for each, in one transaction; a job runs the steps.
 * A failing request changes nothing. A repeated address counts once; later values win.
 * @throws {ValidationError} for an unknown location or employee, and for a missing phone number if a step sends SMS.
 * @throws {NotFound}
 * @throws {SequenceInactive} unless its status is `active`.
 * @throws {BacklogFull}
 */
export async function executeSequence(organizationId: string, input: ExecuteSequence): Promise<SequenceExecution> {
  await requireRoom(organizationId, 'sendings', 'deliveries')
  return transact(async (work) => {
    const { tx } = work
    const about = await readReferences(tx, organizationId, input)
    const sequence = await openSequence(tx, organizationId, input.id)
    const steps = await tx.sequenceStep.findMany({
      where: { organizationId, sequenceId: input.id },
      orderBy: { position: 'asc' },
      select: { type: true, delay: true },
    })
    if (steps.some(({ type }) => type === 'sms')) requirePhones(input.contacts)
    if (sequence.status !== 'active') throw new SequenceInactive(sequence.status)
    const what = { sequenceId: sequence.id, ...about }
    const enrolled = await enrol(work, organizationId, input.contacts, what, steps[0]?.delay)
    return { sequenceId: sequence.id, sequenceName: sequence.name, ...enrolled }
  })
}

/**
 * Sends one survey to contacts, without a sequence; otherwise like {@link executeSequence}.
 * @throws {NotFound}
 * @throws {ValidationError} also for a survey that is archived or has no questions.
 */
export async function sendSurvey(organizationId: string, input: ExecuteSequence): Promise<SurveyExecution> {
  await requireRoom(organizationId, 'sendings', 'deliveries')
  return transact(async (work) => {
    const { tx } = work
    const about = await readReferences(tx, organizationId, input)
    const survey = await tx.survey.findFirst({ where: { id: input.id, organizationId, deletedAt: null } })
    if (!survey) throw new NotFound('survey')
    const fault = survey.status === 'archived' ? sentence('survey.archived') : faultOfQuestions(survey)
    if (fault) throw new ValidationError({ id: [fault] })
    const enrolled = await enrol(work, organizationId, input.contacts, { surveyId: survey.id, ...about })
    return { surveyId: survey.id, surveyName: survey.name, ...enrolled }
  })
}

/** Locks the sequence (FOR SHARE), so that it cannot be archived between the check and the inserts. */
async function openSequence(tx: Tx, organizationId: string, id: string) {
  await lockRow(tx, 'sequence', organizationId, id, 'SHARE')
  const sequence = await tx.sequence.findUnique({
    where: { id, organizationId },
    select: { id: true, name: true, status: true },
  })
  if (!sequence) throw new NotFound('sequence')
  return sequence
}

type About = { locationId: string | null; employeeId: string | null }
type What = About & ({ sequenceId: string; surveyId?: never } | { surveyId: string; sequenceId?: never })

/** @param delay of the first step, in seconds. */
async function enrol(work: Work, organizationId: string, given: readonly EnrolledContact[], what: What, delay = 0) {
  const { tx, wake } = work
  const { sequenceId = null, surveyId = null, locationId, employeeId } = what
  const contacts = await upsertContacts(work, organizationId, distinct(given), { locationId: locationId ?? undefined })
  const anchorAt = now()
  const sendings = contacts.map((contact) => ({
    id: uuidv7(),
    contactId: contact.id,
    email: contact.email,
    locationId: locationId ?? contact.locationId,
  }))
  await insertSendings(tx, organizationId, {
    sendings,
    sequenceId,
    surveyId,
    employeeId,
    anchorAt,
    status: delay > 0 ? 'running' : 'queued',
    dueAt: new Date(anchorAt.getTime() + delay * 1000),
  })
  if (delay === 0) noteQueued(organizationId, 'sendings', sendings.length)
  wake(sendingsQueued(organizationId))
  const warnings = listIgnoredFields(given)
  return {
    contactsProcessed: contacts.length,
    sendingsCreated: sendings.length,
    results: contacts.map(({ id, email }) => ({ email, contactId: id, status: 'queued' as const })),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const WARNINGS_MAX = 100

/** Warns of contact fields that enrolment ignores: the caller may assume that they are stored. */
function listIgnoredFields(contacts: readonly EnrolledContact[]): { path: string; message: string }[] {
  const known = Object.keys(EnrolledContact.shape)
  const message = `Ignored. A contact of an enrolment has ${known.join(', ')}; set other fields with POST or PATCH /contacts.`
  return contacts
    .flatMap((contact, index) =>
      Object.keys(contact)
        .filter((field) => !known.includes(field))
        .map((field) => ({ path: `contacts.${index}.${field.slice(0, 100)}`, message })),
    )
    .slice(0, WARNINGS_MAX)
}

/** One per address, in order of first occurrence; later values win. */
function distinct(contacts: readonly EnrolledContact[]): ContactUpsert[] {
  const byEmail = new Map<string, ContactUpsert>()
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

function requirePhones(contacts: readonly EnrolledContact[]): void {
  const reachable = new Set(distinct(contacts).flatMap(({ email, phone }) => (phone ? email : [])))
  const details: FieldErrors = {}
  for (const [index, { email }] of contacts.entries())
    if (!reachable.has(email)) details[`contacts.${index}.phone`] = [sentence('sequence.sms')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

/** @throws {ValidationError} for each reference that does not resolve within the organization. */
async function readReferences(
  tx: Tx,
  organizationId: string,
  { locationId, employeeId }: Pick<ExecuteSequence, 'locationId' | 'employeeId'>,
): Promise<About> {
  const about = {
    locationId: locationId ? await findMeantRecord(tx, 'location', organizationId, locationId) : null,
    employeeId: employeeId ? await findMeantRecord(tx, 'employee', organizationId, employeeId) : null,
  }
  const details: FieldErrors = {}
  if (locationId && about.locationId === null) details.locationId = [sentence('contact.noLocation')]
  if (employeeId && about.employeeId === null) details.employeeId = [sentence('contact.noEmployee')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return about
}
