import { audit } from '../audit/audit'
import { loadMemberNames, presentCase } from '../cases/case-filters'
import { contactName } from '../contacts/contact-name'
import { db } from '../db'
import { loadResolvedIdsAndNames } from '../master-data/resolve-merged-ids'
import { type PackedIds, packIds } from '../packed-ids'
import { transact } from '../unit-of-work'
import type { ResponseFilter } from './response-filter'
import { asStoredAnswers, presentResponse } from './responses'
import { getResponseRatingMetric } from './scores'
import { findMatchingResponseIds, type ResponseSearch } from './search-queries'

const BATCH_SIZE = 500

export type ExportRow = Awaited<ReturnType<typeof readBatch>>[number]

export type ExportSelection = { ids: readonly string[] } | { filter: ResponseFilter; search?: ResponseSearch }

export type ResponseExport = { ids: PackedIds; rows: () => AsyncGenerator<ExportRow> }

/**
 * Exports the matching responses, newest first. The ids are fixed now; rows are read batch by batch as the file streams, and responses
 * deleted by then are skipped. Writes an audit entry with the count first.
 */
export async function exportResponses(organizationId: string, selection: ExportSelection): Promise<ResponseExport> {
  const ids =
    'ids' in selection
      ? await packSelected(organizationId, selection.ids)
      : await findMatchingResponseIds(organizationId, selection.filter, selection.search)
  const changes = [{ field: 'count', from: null, to: ids.count }]
  if (ids.count > 0) await transact(() => audit(organizationId, { action: 'responses.exported', changes }))
  return { ids, rows: () => readRows(organizationId, ids) }
}

async function packSelected(organizationId: string, ids: readonly string[]): Promise<PackedIds> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return packIds(rows.map(({ id }) => id))
}

async function* readRows(organizationId: string, ids: PackedIds): AsyncGenerator<ExportRow> {
  for (let from = 0; from < ids.count; from += BATCH_SIZE)
    yield* await readBatch(organizationId, ids.slice(from, from + BATCH_SIZE))
}

async function readBatch(organizationId: string, ids: readonly string[]) {
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
  const distinctIds = (column: 'contactId' | 'locationId' | 'employeeId' | 'contactOrganizationId' | 'assigneeId') => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  const [contacts, locations, employees, companies, assignees] = await Promise.all([
    db.contact.findMany({
      where: { organizationId, id: { in: distinctIds('contactId') } },
      select: { id: true, firstName: true, lastName: true, email: true, customFields: true },
    }),
    loadResolvedIdsAndNames('location', organizationId, distinctIds('locationId')),
    loadResolvedIdsAndNames('employee', organizationId, distinctIds('employeeId')),
    loadResolvedIdsAndNames('contact_organization', organizationId, distinctIds('contactOrganizationId')),
    loadMemberNames(organizationId, distinctIds('assigneeId')),
  ])
  const contactById = new Map(
    contacts.map(({ id, email, customFields, ...name }) => [
      id,
      { name: contactName({ ...name, email }), email, customFields: customFields as Record<string, unknown> },
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
      contact: (row.contactId && contactById.get(row.contactId)) || null,
      location: (row.locationId && locations.get(row.locationId)?.name) ?? null,
      employee: (row.employeeId && employees.get(row.employeeId)?.name) ?? null,
      company: (row.contactOrganizationId && companies.get(row.contactOrganizationId)?.name) ?? null,
      metric: getResponseRatingMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: row.band,
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }
  })
}
