import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Contact as ContactRow, ContactEvent as EventRow } from '@/prisma/generated/client'
import { type ActorSnapshot, getCurrentActorContext } from '../../actor-context'
import { now } from '../../clock'
import type { Prisma, Tx } from '../../db'
import type { ContactEventKind } from './constants'
import { insertContactEvents } from './timeline-queries'

/** Values before and after, by field. A key of `customFields` is a field of its own: `customFields.plan`. */
export type ContactDiff = { [field: string]: [before: Prisma.JsonValue, after: Prisma.JsonValue] }

export type NewContactEvent = { contactId: string; kind: ContactEventKind; at?: Date; details?: object }

/** The person themselves. */
export const CONTACT_ACTOR: ActorSnapshot = { type: 'stranger', id: null, name: null }

/**
 * Records what happened to contacts, for their timelines, in the transaction of the change. The actor is that of the current call; inside a
 * contact job, the member who started it, with the job.
 */
export async function recordContactEvents(
  tx: Tx,
  organizationId: string,
  events: readonly NewContactEvent[],
  actor: ActorSnapshot = getCurrentActorContext().actor,
): Promise<void> {
  if (events.length === 0) return
  const jobId = getCurrentActorContext().contactJobId ?? null
  const rows = events.map(({ contactId, kind, at = now(), details = {} }) => ({
    id: uuidv7(),
    contactId,
    at,
    kind,
    details,
  }))
  await insertContactEvents(tx, organizationId, rows, { actor, jobId })
}

/** Records an update of contacts as `changed`; omits those without a difference. */
export async function recordContactChanges(
  tx: Tx,
  organizationId: string,
  updates: readonly { before: ContactRow; after: ContactRow }[],
): Promise<void> {
  const events = updates.flatMap(({ before, after }): NewContactEvent[] => {
    const details = diffContacts(before, after)
    return Object.keys(details).length === 0 ? [] : [{ contactId: after.id, kind: 'changed', details }]
  })
  await recordContactEvents(tx, organizationId, events)
}

export function presentContactEvent({ id, contactId, at, kind, actorType, actorName, details }: EventRow) {
  return { id, contactId, at: at.toISOString(), kind, actorType, actorName, details: details as object }
}

const FIELDS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'title',
  'preferredLanguage',
  'locationId',
  'contactOrganizationId',
  'tags',
  'unsubscribed',
] as const satisfies readonly (keyof ContactRow)[]

export function diffContacts(before: ContactRow, after: ContactRow): ContactDiff {
  const changes: ContactDiff = {}
  for (const field of FIELDS)
    if (!isEqual(before[field], after[field])) changes[field] = [shorten(before[field]), shorten(after[field])]
  const [stored, changed] = [before.customFields, after.customFields] as Prisma.JsonObject[]
  if (stored === undefined || changed === undefined || stored === changed) return changes
  for (const key of new Set([...Object.keys(stored), ...Object.keys(changed)]))
    if (!isEqual(stored[key], changed[key]))
      changes[`customFields.${key}`] = [shorten(stored[key] ?? null), shorten(changed[key] ?? null)]
  return changes
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other)
}

const VALUE_MAX_CHARACTERS = 200

/** A long value is cut; a nested one is then its JSON text. Tags stay a list. */
function shorten(value: Prisma.JsonValue): Prisma.JsonValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value)) {
    return Array.isArray(value) && value.some((item) => typeof item === 'object') ? cut(JSON.stringify(value)) : value
  }
  return typeof value === 'string' ? cut(value) : cut(JSON.stringify(value))
}

function cut(text: string): string {
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS).toWellFormed()}…` : text
}
