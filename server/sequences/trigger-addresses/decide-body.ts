import { DAY_MS, now } from '../../clock'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { lockSequence } from '../create-sendings'
import type { ContactToEnrol } from '../enrolment-schema'
import { enrolContacts } from '../execute-sequence'
import { findUnreachableContacts } from '../find-unreachable-contacts'
import { formatPath } from './constants'
import { findEmployee, findLocation } from './find-named-record'
import { type BodyContext, type Finding, type MappedBody, mapRequestBody } from './map-request-body'
import { matchesCondition } from './matches-condition'
import type { TriggerCondition, TriggerOutcome, TriggerSettings } from './schema'

/** @property contactId the contact with the address of the body, if there is one now */
export type TriggerDecision = {
  outcome: TriggerOutcome
  details: Finding[]
  contactId: string | null
  sendingId: string | null
}

type Subject = { locationId: string | null; employeeId: string | null }

/** A decision, and what it was made from. */
export type DecidedBody = { decision: TriggerDecision; mapped: MappedBody; subject: Subject; isNewContact: boolean }

/**
 * Decides on a body, and enrols its contact unless something is against it; then nothing changes. Lock the address before, so that one request
 * is decided at a time.
 */
export async function decideBody(
  work: UnitOfWork,
  organizationId: string,
  { sequenceId, settings, body }: { sequenceId: string; settings: TriggerSettings; body: unknown },
): Promise<DecidedBody> {
  const { tx } = work
  const mapped = mapRequestBody(body, settings.mapping, await loadBodyContext(tx, organizationId))
  const subject = await findSubject(tx, organizationId, mapped)
  const { email } = mapped.contact
  const contact = email === null ? null : await tx.contact.findFirst({ where: { organizationId, email } })
  const decided = (decision: Partial<TriggerDecision> & Pick<TriggerDecision, 'outcome' | 'details'>): DecidedBody => ({
    decision: { sendingId: null, ...decision, contactId: decision.contactId ?? contact?.id ?? null },
    mapped,
    subject,
    isNewContact: contact === null,
  })
  const failed = settings.conditions.filter((condition) => !matchesCondition(body, condition))
  if (failed.length > 0) return decided({ outcome: 'filtered', details: failed.map(toFinding) })
  const { problems, notes } = mapped
  if (email === null || problems.length > 0) return decided({ outcome: 'invalid', details: [...problems, ...notes] })
  const sequence = await lockSequence(tx, organizationId, sequenceId)
  if (sequence.status !== 'active') return decided({ outcome: 'sequenceInactive', details: notes })
  const input = toContactToEnrol(email, mapped)
  const decision = await enter(organizationId, { input, sequence, subject, reentryDays: settings.reentryDays })
  return decided({ ...decision, details: [...decision.details, ...notes] })
}

function toFinding({ path }: TriggerCondition): Finding {
  return { field: 'conditions', message: localizableMessage('trigger.condition', { path: formatPath(path) }) }
}

async function loadBodyContext(tx: Tx, organizationId: string): Promise<BodyContext> {
  const { defaultCountry: country, timeZone } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { defaultCountry: true, timeZone: true },
  })
  return {
    country,
    timeZone,
    dateOrder: country === 'US' ? 'mdy' : 'dmy',
    decimalMark: '.',
    properties: await loadContactProperties(organizationId, tx),
  }
}

/** Names that are not found are noted. */
async function findSubject(tx: Tx, organizationId: string, mapped: MappedBody): Promise<Subject> {
  const { location, employee, notes } = mapped
  const locationId = location === null ? null : await findLocation(tx, organizationId, location)
  const employeeId = employee === null ? null : await findEmployee(tx, organizationId, employee)
  if (location !== null && locationId === null)
    notes.push({
      field: 'location',
      message: localizableMessage('trigger.noLocation', { name: location.slice(0, 100) }),
    })
  if (employee !== null && employeeId === null)
    notes.push({
      field: 'employee',
      message: localizableMessage('trigger.noEmployee', { name: employee.slice(0, 100) }),
    })
  return { locationId, employeeId }
}

/** Values that the body does not have leave those of the contact. */
function toContactToEnrol(email: string, { contact, dedupeKey }: MappedBody): ContactToEnrol {
  const { firstName, lastName, phone, preferredLanguage, customFields } = contact
  return {
    email,
    firstName,
    lastName,
    phone,
    dedupeKey,
    ...(preferredLanguage === null ? {} : { preferredLanguage }),
    ...(Object.keys(customFields).length === 0 ? {} : { customFields }),
  }
}

type Entry = {
  input: ContactToEnrol
  sequence: Awaited<ReturnType<typeof lockSequence>>
  subject: Subject
  reentryDays: number | null
}

/** Undoes the savepoint of an enrolment that something is against. */
class NotEntered extends Error {
  readonly decision: TriggerDecision

  constructor(decision: TriggerDecision) {
    super(decision.outcome)
    this.decision = decision
  }
}

/** Enrols in a savepoint: the obstacles are looked for under the locks of the enrolment, which a concurrent one waits for. */
async function enter(organizationId: string, entry: Entry): Promise<TriggerDecision> {
  const { input, sequence, subject } = entry
  try {
    return await transact(async (work) => {
      const request = { id: sequence.sequenceId, contacts: [input] }
      const { results } = await enrolContacts(work, organizationId, request, sequence, subject)
      const [result] = results
      if (!result) throw new Error('an enrolment without a result')
      const contactId = result.contactId || null
      const ids = { contactId, sendingId: result.sendingId }
      if (result.duplicate) return { outcome: 'duplicate', details: [], ...ids }
      const obstacle = await findObstacle(work.tx, organizationId, entry, { ...ids, contactId: result.contactId })
      if (obstacle) throw new NotEntered({ outcome: obstacle, details: [], contactId: null, sendingId: null })
      return { outcome: 'entered', details: [], ...ids }
    })
  } catch (error) {
    if (error instanceof NotEntered) return error.decision
    if (!(error instanceof ValidationError)) throw error
    const details = Object.entries(error.fields ?? {}).flatMap(([field, messages]) =>
      messages.map((message) => ({ field: field.replace(/^contacts\.0\./, ''), message })),
    )
    return { outcome: 'invalid', details, contactId: null, sendingId: null }
  }
}

async function findObstacle(
  tx: Tx,
  organizationId: string,
  { sequence, reentryDays }: Entry,
  { contactId, sendingId }: { contactId: string; sendingId: string },
): Promise<TriggerOutcome | null> {
  const contact = await tx.contact.findUniqueOrThrow({ where: { organizationId, id: contactId } })
  const unreachable = await findUnreachableContacts(tx, organizationId, [contact], sequence)
  const reason = unreachable.get(contactId)
  if (reason !== undefined) return reason
  if (reentryDays === 0) return null
  const since = reentryDays === null ? {} : { createdAt: { gt: new Date(now().getTime() - reentryDays * DAY_MS) } }
  const before = await tx.sending.count({
    where: { organizationId, sequenceId: sequence.sequenceId, contactId, id: { not: sendingId }, ...since },
  })
  return before > 0 ? 'enteredBefore' : null
}
