import { queryRows } from '../db'
import type { CompanyPeopleFilter } from './schema'

/** The survey of a person that was delivered last, and their last response that counts. */
const PEOPLE_SQL = `
  SELECT c.id, c.email, c.first_name AS "firstName", c.last_name AS "lastName", asked.at AS "lastAskedAt",
    answer.id AS "responseId", answer.created_at AS "lastAnswerAt"
  FROM contact c
    LEFT JOIN LATERAL (SELECT max(q.delivered_at) AS at FROM sending d
      JOIN survey_request q ON q.organization_id = d.organization_id AND q.sending_id = d.id
      WHERE d.organization_id = c.organization_id AND d.contact_id = c.id) asked ON true
    LEFT JOIN LATERAL (SELECT r.id, r.created_at FROM response r
      WHERE r.organization_id = c.organization_id AND r.contact_id = c.id AND r.status = 'completed'
      ORDER BY r.created_at DESC, r.id DESC LIMIT 1) answer ON true
  WHERE c.organization_id = $1::uuid AND c.contact_organization_id = ANY ($2::uuid[])`

const FILTER_SQL: Record<CompanyPeopleFilter, string> = {
  answered: '"responseId" IS NOT NULL',
  unanswered: '"responseId" IS NULL AND "lastAskedAt" IS NOT NULL',
  neverAsked: '"responseId" IS NULL AND "lastAskedAt" IS NULL',
}

export type CompanyPersonRow = {
  id: string
  email: string
  firstName: string
  lastName: string | null
  lastAskedAt: Date | null
  responseId: string | null
}

export async function listCompanyPeopleRows(
  organizationId: string,
  companyIds: readonly string[],
  { filter, offset, limit }: { filter: CompanyPeopleFilter | undefined; offset: number; limit: number },
): Promise<CompanyPersonRow[]> {
  return queryRows<CompanyPersonRow>({
    name: `company-people-${filter ?? 'all'}`,
    text: `SELECT id, email, "firstName", "lastName", "lastAskedAt", "responseId" FROM (${PEOPLE_SQL}) people
      WHERE ${filter === undefined ? 'true' : FILTER_SQL[filter]}
      ORDER BY "lastAnswerAt" DESC NULLS LAST, "lastAskedAt" DESC NULLS LAST, id OFFSET $3 LIMIT $4`,
    values: [organizationId, [...companyIds], offset, limit],
  })
}

export type CompanyPeopleCounts = Record<CompanyPeopleFilter, number> & { lastAskedAt: Date | null }

export async function countCompanyPeople(
  organizationId: string,
  companyIds: readonly string[],
): Promise<CompanyPeopleCounts> {
  const [row] = await queryRows<CompanyPeopleCounts>({
    name: 'company-people-counts',
    text: `SELECT ${Object.entries(FILTER_SQL)
      .map(([filter, condition]) => `count(*) FILTER (WHERE ${condition})::int AS "${filter}"`)
      .join(', ')}, max("lastAskedAt") AS "lastAskedAt" FROM (${PEOPLE_SQL}) people`,
    values: [organizationId, [...companyIds]],
  })
  return row ?? { answered: 0, unanswered: 0, neverAsked: 0, lastAskedAt: null }
}
