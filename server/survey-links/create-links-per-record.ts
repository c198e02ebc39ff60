import { db } from '../db'
import { transact } from '../unit-of-work'
import { LINKS_PER_SURVEY_MAX } from './constants'
import type { CreateSurveyLinksPerRecord } from './schema'
import { insertLinks, randomSlug, toColumns } from './survey-links'

/**
 * Creates a link with these settings for each location or employee that has none of this survey yet, by name.
 * @returns how many were created
 * @throws {NotFound} for an unknown survey @throws {ValidationError} if the survey would have too many links
 */
export async function createLinksPerRecord(
  organizationId: string,
  { id: surveyId, per, ...settings }: CreateSurveyLinksPerRecord,
): Promise<{ created: number }> {
  const column = per === 'location' ? 'locationId' : 'employeeId'
  const [records, links, columns] = await Promise.all([
    listRecords(organizationId, per),
    db.surveyLink.findMany({
      where: { organizationId, surveyId, widget: null },
      select: { locationId: true, employeeId: true },
    }),
    toColumns(settings),
  ])
  const linked = new Set(links.map((link) => link[column]))
  const missing = records.filter(({ id }) => !linked.has(id))
  const rows = missing.map(({ id, name }) => ({ ...columns, slug: randomSlug(), name, [column]: id }))
  const ids = await transact(({ tx }) => insertLinks(tx, organizationId, surveyId, rows))
  return { created: ids.length }
}

function listRecords(organizationId: string, kind: 'location' | 'employee') {
  const query = {
    where: { organizationId, removedAt: null },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' as const }, { id: 'asc' as const }],
    take: LINKS_PER_SURVEY_MAX + 1,
  }
  return kind === 'location' ? db.location.findMany(query) : db.employee.findMany(query)
}
