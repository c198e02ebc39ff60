import { UNRESOLVED_CASE_WHERE } from '../cases/case-filters'
import { db, type Prisma } from '../db'
import type { MasterDataKind } from '../master-data/constants'
import { listLastAnswerTimes } from '../responses/queries'
import { type ResponseFilter, responseWhere } from '../responses/response-filter'
import { presentResponseTableRows } from '../responses/responses'
import type { ResponseTableRow } from '../responses/schema'
import type { Period } from './period'
import type { Overview } from './schema'

const LATEST_RESPONSES_MAX = 6
const ATTENTION_ITEMS_MAX = 5

type Filter = { surveyId: string | undefined; subject?: ResponseFilter }

export async function loadLatestResponses(
  organizationId: string,
  { from, to }: Pick<Period, 'from' | 'to'>,
  filter: Filter,
): Promise<ResponseTableRow[]> {
  const where = { ...completedWhere(organizationId, filter), createdAt: { gte: from, lt: to } }
  return findLatest(organizationId, where, LATEST_RESPONSES_MAX)
}

/** Of any period. */
export async function loadUnresolvedCases(organizationId: string, filter: Filter): Promise<Overview['attention']> {
  const where = { ...completedWhere(organizationId, filter), ...UNRESOLVED_CASE_WHERE }
  const [count, latest] = await Promise.all([
    db.response.count({ where }),
    findLatest(organizationId, where, ATTENTION_ITEMS_MAX),
  ])
  return { count, latest }
}

function completedWhere(organizationId: string, { surveyId, subject = {} }: Filter): Prisma.ResponseWhereInput {
  return responseWhere(organizationId, { ...subject, ...(surveyId === undefined ? {} : { survey_id: surveyId }) })
}

async function findLatest(organizationId: string, where: Prisma.ResponseWhereInput, take: number) {
  const rows = await db.response.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
  return presentResponseTableRows(organizationId, rows)
}

/** When each location, employee or company got its last answer. @param successorById merges that are not completed. */
export async function findLastAnswers(
  organizationId: string,
  kind: MasterDataKind,
  ids: readonly string[],
  successorById: ReadonlyMap<string, string>,
): Promise<Map<string, Date>> {
  const merged = [...successorById].filter(([, successorId]) => ids.includes(successorId))
  const lastById = new Map<string, Date>()
  for (const { id, at } of await listLastAnswerTimes(organizationId, kind, [
    ...ids,
    ...merged.map(([mergedId]) => mergedId),
  ])) {
    const key = ids.includes(id) ? id : (successorById.get(id) ?? id)
    const last = lastById.get(key)
    if (last === undefined || at > last) lastById.set(key, at)
  }
  return lastById
}
