import type { ContactEvent as EventRow } from '@/prisma/generated/client'
import { db, type Prisma } from '../../db'
import { loadResolvedIdsAndNames } from '../../master-data/resolve-merged-ids'
import { loadTimelineJobs } from './load-timeline-jobs'
import type { ContactDiff } from './record-contact-events'
import type { TimelineActor, TimelineEntryWithoutTime } from './schema'

export async function loadEventEntries(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.contactEvent.findMany({ where: { organizationId, id: { in: ids } } })
  const [jobs, names] = await Promise.all([
    loadTimelineJobs(
      organizationId,
      rows.flatMap(({ jobId }) => jobId ?? []),
    ),
    loadReferenceNames(organizationId, rows),
  ])
  return rows.map((row) => {
    const { id, kind, details } = row
    const actor = { type: row.actorType, name: row.actorName, job: jobs.get(row.jobId ?? '') ?? null }
    if (kind !== 'changed') return { ...(details as object), kind: kind as TimelineEntryWithoutTime['kind'], id, actor }
    return { kind, id, actor, changes: presentChanges(details, names) }
  })
}

const REFERENCE_KINDS = { locationId: 'location', contactOrganizationId: 'contact_organization' } as const
const REFERENCE_FIELDS = Object.keys(REFERENCE_KINDS) as (keyof typeof REFERENCE_KINDS)[]

async function loadReferenceNames(organizationId: string, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const lists = await Promise.all(
    REFERENCE_FIELDS.map(async (field) => {
      const ids = rows.flatMap(({ details }) => (details as ContactDiff)[field] ?? []).filter(isId)
      return loadResolvedIdsAndNames(REFERENCE_KINDS[field], organizationId, ids)
    }),
  )
  return new Map(lists.flatMap((list) => [...list].map(([id, { name }]) => [id, name])))
}

function isId(value: Prisma.JsonValue): value is string {
  return typeof value === 'string'
}

function presentChanges(details: Prisma.JsonValue, names: ReadonlyMap<string, string>) {
  return Object.entries(details as ContactDiff).map(([field, [before, after]]) => {
    const isReference = field in REFERENCE_KINDS
    const present = (value: Prisma.JsonValue) => (isReference && isId(value) ? (names.get(value) ?? '') : value)
    return { field, before: present(before), after: present(after) }
  })
}

export async function loadUnrecordedOptOutEntries(
  _organizationId: string,
  ids: string[],
): Promise<TimelineEntryWithoutTime[]> {
  return ids.map((id) => ({ kind: 'optedOut', id, actor: null }))
}

export async function loadCreatedEntries(organizationId: string, ids: string[]): Promise<TimelineEntryWithoutTime[]> {
  const rows = await db.contact.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, createdVia: true, createdById: true },
  })
  return Promise.all(
    rows.map(async ({ id, createdVia: via, createdById }) => {
      const actor = createdById === null ? null : await loadCreator(organizationId, via, createdById)
      return { kind: 'created' as const, id, via, actor }
    }),
  )
}

/** An enrolment is of a member or an API key. Null if it is not known any more. */
async function loadCreator(organizationId: string, via: string | null, id: string): Promise<TimelineActor | null> {
  if (via === 'import') {
    const job = (await loadTimelineJobs(organizationId, [id])).get(id)
    return job ? { type: 'user', name: await readMemberName(organizationId, job.createdById), job } : null
  }
  const key =
    via === 'dashboard' ? null : await db.apiKey.findFirst({ where: { organizationId, id }, select: { name: true } })
  if (key) return { type: 'key', name: key.name, job: null }
  if (via === 'api') return { type: 'key', name: null, job: null }
  const name = await readMemberName(organizationId, id)
  return name === null && via === 'enrolment' ? null : { type: 'user', name, job: null }
}

async function readMemberName(organizationId: string, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const member = await db.membership.findFirst({
    where: { organizationId, userId },
    select: { user: { select: { name: true } } },
  })
  return member?.user.name ?? null
}
