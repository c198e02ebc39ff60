import { audit } from '../audit/audit'
import { presentCase, readAssignees } from '../cases/list'
import { db } from '../db'
import { readMeantRecords } from '../records/meant-record'
import { transact } from '../unit-of-work'
import type { ResponseFilter } from './response-list'
import { presentResponse, storedAnswers } from './responses'
import type { ExportedResponse, ShownAnswer } from './schema'
import { ratedMetric } from './scores'
import { type AllIds, findAllIds, ofIds, type Search } from './search-queries'

/** Batch size: bounds the rows held in memory. */
const AT_ONCE = 500

export type ExportRow = {
  response: ExportedResponse
  answers: ShownAnswer[]
  survey: string
  contact: { name: string; email: string } | null
  location: string | null
  employee: string | null
  metric: ReturnType<typeof ratedMetric>
  rating: number | null
  band: string | null
  submittedAt: string | null
}

export type ExportWhich = { ids: readonly string[] } | { filter: ResponseFilter; search?: Search }

export type Export = { all: AllIds; rows: () => AsyncGenerator<ExportRow> }

/**
 * Exports the matching responses, newest first. The ids are fixed now; rows are read batch by batch as the file streams, and responses
 * deleted by then are skipped. Writes an audit entry with the count first.
 */
export async function exportResponses(organizationId: string, which: ExportWhich): Promise<Export> {
  const all =
    'ids' in which
      ? await chosen(organizationId, which.ids)
      : await findAllIds(organizationId, which.filter, which.search)
  const changes = [{ field: 'count', from: null, to: all.count }]
  if (all.count > 0) await transact(() => audit(organizationId, { action: 'responses.exported', changes }))
  return { all, rows: () => readRows(organizationId, all) }
}

async function chosen(organizationId: string, ids: readonly string[]): Promise<AllIds> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return ofIds(rows.map(({ id }) => id))
}

async function* readRows(organizationId: string, all: AllIds): AsyncGenerator<ExportRow> {
  for (let from = 0; from < all.count; from += AT_ONCE)
    yield* await readSome(organizationId, all.slice(from, from + AT_ONCE))
}

async function readSome(organizationId: string, ids: readonly string[]): Promise<ExportRow[]> {
  const found = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: {
      survey: { select: { name: true, type: true } },
      taggings: { select: { tag: { select: { name: true } } } },
      _count: { select: { notes: true } },
    },
  })
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const idsOf = (pick: (row: (typeof rows)[number]) => string | null) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ]
  const [contacts, locations, employees, assignees] = await Promise.all([
    db.contact.findMany({
      where: { organizationId, id: { in: idsOf((row) => row.contactId) } },
      select: { id: true, firstName: true, lastName: true, email: true },
    }),
    readMeantRecords(
      'location',
      organizationId,
      idsOf((row) => row.locationId),
    ),
    readMeantRecords(
      'employee',
      organizationId,
      idsOf((row) => row.employeeId),
    ),
    readAssignees(
      organizationId,
      idsOf((row) => row.assigneeId),
    ),
  ])
  const contactOf = new Map(
    contacts.map(({ id, firstName, lastName, email }) => [
      id,
      { name: [firstName, lastName].join(' ').trim() || email, email },
    ]),
  )
  return rows.map((row) => {
    const answers = storedAnswers(row.answers).map((answer) => ({ ...answer, labels: answer.labels ?? [] }))
    return {
      response: {
        ...presentResponse(row),
        case: presentCase(row, assignees),
        tags: row.taggings.map(({ tag }) => tag.name).toSorted((one, other) => one.localeCompare(other)),
        notes: row._count.notes,
      },
      answers,
      survey: row.survey.name,
      contact: contactOf.get(row.contactId) ?? null,
      location: (row.locationId && locations.get(row.locationId)?.name) ?? null,
      employee: (row.employeeId && employees.get(row.employeeId)?.name) ?? null,
      metric: ratedMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: row.band,
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }
  })
}
