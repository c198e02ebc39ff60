import { audit } from '../audit/audit'
import { loadAssigneeNames, presentCase } from '../cases/case-filters'
import { db } from '../db'
import { loadResolvedRecords } from '../records/resolve-record'
import { transact } from '../unit-of-work'
import type { ResponseFilter } from './response-filter'
import { asStoredAnswers, presentResponse } from './responses'
import type { ExportedResponse, LabeledAnswer } from './schema'
import { getRatingMetric } from './scores'
import { findMatchingIds, type PackedIds, packIds, type ResponseSearch } from './search-queries'

const BATCH_SIZE = 500

export type ExportRow = {
  response: ExportedResponse
  answers: LabeledAnswer[]
  survey: string
  contact: { name: string; email: string } | null
  location: string | null
  employee: string | null
  metric: ReturnType<typeof getRatingMetric>
  rating: number | null
  band: string | null
  submittedAt: string | null
}

export type ExportSelection = { ids: readonly string[] } | { filter: ResponseFilter; search?: ResponseSearch }

export type ResponseExport = { ids: PackedIds; rows: () => AsyncGenerator<ExportRow> }

/**
 * Exports the matching responses, newest first. The ids are fixed now; rows are read batch by batch as the file streams, and responses
 * deleted by then are skipped. Writes an audit entry with the count first.
 */
export async function exportResponses(organizationId: string, selection: ExportSelection): Promise<ResponseExport> {
  const exportedIds =
    'ids' in selection
      ? await packSelected(organizationId, selection.ids)
      : await findMatchingIds(organizationId, selection.filter, selection.search)
  const changes = [{ field: 'count', from: null, to: exportedIds.count }]
  if (exportedIds.count > 0) await transact(() => audit(organizationId, { action: 'responses.exported', changes }))
  return { ids: exportedIds, rows: () => readRows(organizationId, exportedIds) }
}

async function packSelected(organizationId: string, ids: readonly string[]): Promise<PackedIds> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return packIds(rows.map(({ id }) => id))
}

async function* readRows(organizationId: string, exportedIds: PackedIds): AsyncGenerator<ExportRow> {
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
    loadResolvedRecords(
      'location',
      organizationId,
      distinctIds((row) => row.locationId),
    ),
    loadResolvedRecords(
      'employee',
      organizationId,
      distinctIds((row) => row.employeeId),
    ),
    loadAssigneeNames(
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
    const answers = asStoredAnswers(row.answers).map((answer) => ({ ...answer, labels: answer.labels ?? [] }))
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
      metric: getRatingMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: row.band,
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }
  })
}
