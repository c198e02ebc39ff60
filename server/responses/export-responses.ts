import { audit } from '../audit/audit'
import { presentCase, readAssignees } from '../cases/case-filters'
import { db } from '../db'
import { readMeantRecords } from '../records/resolve-record'
import { transact } from '../unit-of-work'
import type { ResponseFilter } from './response-filter'
import { presentResponse, storedAnswers } from './responses'
import type { ExportedResponse, ShownAnswer } from './schema'
import { ratedMetric } from './scores'
import { type AllIds, findAllIds, ofIds, type Search } from './search-queries'

const BATCH_SIZE = 500

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
export async function exportResponses(organizationId: string, selection: ExportWhich): Promise<Export> {
  const exportedIds =
    'ids' in selection
      ? await packSelected(organizationId, selection.ids)
      : await findAllIds(organizationId, selection.filter, selection.search)
  const changes = [{ field: 'count', from: null, to: exportedIds.count }]
  if (exportedIds.count > 0) await transact(() => audit(organizationId, { action: 'responses.exported', changes }))
  return { all: exportedIds, rows: () => readRows(organizationId, exportedIds) }
}

async function packSelected(organizationId: string, ids: readonly string[]): Promise<AllIds> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return ofIds(rows.map(({ id }) => id))
}

async function* readRows(organizationId: string, exportedIds: AllIds): AsyncGenerator<ExportRow> {
  for (let from = 0; from < exportedIds.count; from += BATCH_SIZE)
    yield* await readBatch(organizationId, exportedIds.slice(from, from + BATCH_SIZE))
}

async function readBatch(organizationId: string, ids: readonly string[]): Promise<ExportRow[]> {
  const fetched = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: {
      survey: { select: { name: true, type: true } },
      taggings: { select: { tag: { select: { name: true } } } },
      _count: { select: { notes: true } },
    },
  })
  const byId = new Map(fetched.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const distinctIds = (pick: (row: (typeof rows)[number]) => string | null) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ]
  const [contacts, locations, employees, assignees] = await Promise.all([
    db.contact.findMany({
      where: { organizationId, id: { in: distinctIds((row) => row.contactId) } },
      select: { id: true, firstName: true, lastName: true, email: true },
    }),
    readMeantRecords(
      'location',
      organizationId,
      distinctIds((row) => row.locationId),
    ),
    readMeantRecords(
      'employee',
      organizationId,
      distinctIds((row) => row.employeeId),
    ),
    readAssignees(
      organizationId,
      distinctIds((row) => row.assigneeId),
    ),
  ])
  const contactById = new Map(
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
      contact: contactById.get(row.contactId) ?? null,
      location: (row.locationId && locations.get(row.locationId)?.name) ?? null,
      employee: (row.employeeId && employees.get(row.employeeId)?.name) ?? null,
      metric: ratedMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: row.band,
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }
  })
}
