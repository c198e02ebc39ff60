import { contactName } from '../contacts/contact-name'
import { db } from '../db'
import { pageMeta, pageOffset } from '../paging'
import { presentResponseTableRows } from '../responses/responses'
import { countCompanyPeople, listCompanyPeopleRows } from './company-people-queries'
import { getContactOrganization } from './contact-organizations'
import { listEquivalentIds } from './resolve-merged-ids'
import type { CompanyPeople, ListCompanyPeople } from './schema'

/** Looking up what each person was sent and answered costs two index lookups: a company with more people only lists them. */
const COUNTED_PEOPLE_MAX = 5000

/** The contacts of a company with their last answer, those who answered last first. @throws {NotFound} */
export async function listCompanyPeople(
  organizationId: string,
  { id, filter, ...request }: ListCompanyPeople,
): Promise<CompanyPeople> {
  const [, companyIds] = await Promise.all([
    getContactOrganization(organizationId, id),
    listEquivalentIds('contact_organization', organizationId, id),
  ])
  const where = { organizationId, contactOrganizationId: { in: companyIds } }
  const all = await db.contact.count({ where })
  if (all > COUNTED_PEOPLE_MAX) return { counts: null, people: [], meta: pageMeta(all, request) }
  const [counts, rows] = await Promise.all([
    countCompanyPeople(organizationId, companyIds),
    listCompanyPeopleRows(organizationId, companyIds, { filter, offset: pageOffset(request), limit: request.limit }),
  ])
  const answers = await db.response.findMany({
    where: { organizationId, id: { in: rows.flatMap(({ responseId }) => responseId ?? []) } },
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
  const answerById = new Map((await presentResponseTableRows(organizationId, answers)).map((one) => [one.id, one]))
  return {
    counts: { ...counts, all, lastAskedAt: counts.lastAskedAt?.toISOString() ?? null },
    people: rows.map(({ responseId, lastAskedAt, ...row }) => ({
      id: row.id,
      name: contactName(row),
      email: row.email,
      lastAskedAt: lastAskedAt?.toISOString() ?? null,
      lastAnswer: (responseId && answerById.get(responseId)) || null,
    })),
    meta: pageMeta(filter === undefined ? all : counts[filter], request),
  }
}
