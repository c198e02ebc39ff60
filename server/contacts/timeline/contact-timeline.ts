import { presentReplies } from '../../cases/replies/present-reply'
import { presentResponseEvent } from '../../cases/timeline'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { loadResolvedIdsAndNames } from '../../master-data/resolve-merged-ids'
import { castReason } from '../../messaging/outcome/reasons'
import { presentConsents } from '../../responses/consent-evidence'
import { presentResponseTableRows } from '../../responses/responses'
import { TIMELINE_PAGE_SIZE, type TimelineSource } from './constants'
import { loadCreatedEntries, loadEventEntries, loadUnrecordedOptOutEntries } from './load-change-entries'
import {
  type ContactTimeline,
  encodeTimelineCursor,
  type GetContactTimeline,
  TimelineEntry,
  type TimelineEntryWithoutTime,
} from './schema'
import { readTimelinePositions } from './timeline-queries'

/**
 * What happened to a contact, newest first, read from the rows of each domain.
 * @throws {NotFound}
 */
export async function getContactTimeline(
  organizationId: string,
  { id, ...window }: GetContactTimeline,
): Promise<ContactTimeline> {
  const [contact, positions] = await Promise.all([
    db.contact.findFirst({ where: { organizationId, id }, select: { id: true } }),
    readTimelinePositions(organizationId, id, { ...window, limit: TIMELINE_PAGE_SIZE + 1 }),
  ])
  if (!contact) throw new NotFound('contact')
  const page = positions.slice(0, TIMELINE_PAGE_SIZE)
  const last = page.at(-1)
  const entries = new Map<string, TimelineEntryWithoutTime>()
  await Promise.all(
    Object.entries(LOADERS).map(async ([source, load]) => {
      const ids = page.flatMap((position) => (position.source === source ? position.id : []))
      if (ids.length === 0) return
      for (const entry of await load(organizationId, ids)) entries.set(`${source} ${entry.id}`, entry)
    }),
  )
  return {
    // A row that was deleted between the two reads is left out.
    entries: page.flatMap(({ at, source, id: rowId }) => {
      const entry = entries.get(`${source} ${rowId}`)
      return entry ? TimelineEntry.parse({ ...entry, at: at.toISOString() }) : []
    }),
    next: last && positions.length > page.length ? encodeTimelineCursor(last) : null,
  }
}

type Loader = (organizationId: string, ids: string[]) => Promise<TimelineEntryWithoutTime[]>

const LOADERS: Record<TimelineSource, Loader> = {
  created: loadCreatedEntries,
  event: loadEventEntries,
  consent: loadUnrecordedOptOutEntries,
  sending: loadSendings,
  message: loadMessages,
  response: loadResponses,
  case: loadCaseEvents,
  reply: loadReplies,
  review: loadReviews,
  note: loadNotes,
  responseNote: loadResponseNotes,
}

async function loadSendings(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.sending.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } } },
  })
  const sequenceIds = rows.flatMap(({ sequenceId }) => sequenceId ?? [])
  const sequences = await db.sequence.findMany({
    where: { organizationId, id: { in: sequenceIds } },
    select: { id: true, name: true },
  })
  const names = new Map(sequences.map(({ id, name }) => [id, name]))
  return rows.map(({ id, sequenceId, survey, status, reason }) => ({
    kind: 'enrolled',
    id,
    sequenceId,
    name: sequenceId === null ? (survey?.name ?? null) : (names.get(sequenceId) ?? null),
    status,
    reason: castReason(reason),
  }))
}

async function loadMessages(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.sendingStep.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } }, sending: { select: { sequenceId: true } } },
  })
  return rows.map(({ id, sendingId, sending, type, channel, recipient, survey, status, reason }) => ({
    kind: 'message',
    id,
    sendingId,
    sequenceId: sending.sequenceId,
    type,
    channel,
    recipient,
    surveyName: survey?.name ?? null,
    status,
    reason: castReason(reason),
  }))
}

async function loadResponses(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
  const responses = await presentResponseTableRows(organizationId, rows)
  const consents = new Map(rows.map((row) => [row.id, presentConsents(row).map(({ wording }) => wording)]))
  return responses.map((response) => ({
    kind: 'answered',
    id: response.id,
    response,
    consents: consents.get(response.id) ?? [],
  }))
}

async function loadCaseEvents(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.responseEvent.findMany({ where: { organizationId, id: { in: ids } } })
  return rows.map((row) => ({
    kind: 'case',
    id: row.id,
    responseId: row.responseId,
    event: presentResponseEvent(row),
  }))
}

async function loadReplies(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.responseReply.findMany({ where: { organizationId, id: { in: ids } } })
  const replies = await presentReplies(organizationId, rows)
  return rows.map(({ id, responseId }, index) => ({ kind: 'reply', id, responseId, reply: replies[index] }))
}

async function loadReviews(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.review.findMany({ where: { organizationId, id: { in: ids } } })
  const locationIds = rows.flatMap(({ locationId }) => locationId ?? [])
  const locations = await loadResolvedIdsAndNames('location', organizationId, locationIds)
  return rows.map(({ id, rating, text, source, locationId }) => ({
    kind: 'review',
    id,
    rating,
    text,
    source,
    location: locations.get(locationId ?? '') ?? null,
  }))
}

async function loadNotes(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.contactNote.findMany({ where: { organizationId, id: { in: ids } } })
  return rows.map(({ id, text, authorId, authorName }) => ({
    kind: 'note',
    id,
    text,
    authorId,
    authorName,
    responseId: null,
  }))
}

async function loadResponseNotes(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.responseNote.findMany({ where: { organizationId, id: { in: ids } } })
  return rows.map(({ id, text, authorId, authorName, responseId }) => ({
    kind: 'note',
    id,
    text,
    authorId,
    authorName,
    responseId,
  }))
}
