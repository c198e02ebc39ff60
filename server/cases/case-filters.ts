import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { type CASE_FILTERS, CASE_STATES, UNRESOLVED_STATES } from './constants'
import { CaseState, type CaseWithAssignee } from './schema'

export type ResolvedAssigneeFilter = { id: string } | 'somebody' | 'nobody'

type CaseFilterInput = {
  case?: (typeof CASE_FILTERS)[number]
  assignee?: ResolvedAssigneeFilter
  tag_id?: readonly string[]
}

export function caseFilterConditions({
  case: state,
  assignee,
  tag_id: tagIds,
}: CaseFilterInput): Prisma.ResponseWhereInput[] {
  const conditions: Prisma.ResponseWhereInput[] = []
  if (state === 'unresolved') conditions.push(UNRESOLVED_CASE_WHERE)
  else if (state !== undefined) conditions.push({ caseState: state })
  if (assignee === 'somebody') conditions.push({ assigneeId: { not: null } })
  // List the states: an index that begins with the state cannot serve "any".
  else if (assignee === 'nobody') conditions.push({ caseState: { in: [...CASE_STATES] }, assigneeId: null })
  else if (assignee !== undefined) conditions.push({ assigneeId: assignee.id })
  if (tagIds !== undefined) conditions.push({ taggings: { some: { tagId: { in: [...tagIds] } } } })
  return conditions
}

/** Must match the predicate of the partial index `response_unresolved_idx`. */
export const UNRESOLVED_CASE_WHERE = { caseState: { in: [...UNRESOLVED_STATES] } } satisfies Prisma.ResponseWhereInput

export const UNRESOLVED_CASE_SQL = `r.case_state IN (${UNRESOLVED_STATES.map((state) => `'${state}'`).join(', ')})`

const UNRESOLVED_COUNT_MAX = 100

export async function countUnresolvedCasesUpToMax(organizationId: string): Promise<number> {
  const rows = await db.response.findMany({
    where: { organizationId, status: 'completed', ...UNRESOLVED_CASE_WHERE },
    select: { id: true },
    take: UNRESOLVED_COUNT_MAX,
  })
  return rows.length
}

export async function loadMemberNames(organizationId: string, ids: readonly (string | null)[]) {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))]
  if (uniqueIds.length === 0) return new Map()
  const members = await db.membership.findMany({
    where: { organizationId, userId: { in: uniqueIds } },
    select: { userId: true, user: { select: { name: true } } },
  })
  return new Map(members.map(({ userId, user }) => [userId, user.name]))
}

export function presentCase(
  { caseState, assigneeId, dueOn }: Pick<ResponseRecord, 'caseState' | 'assigneeId' | 'dueOn'>,
  names: ReadonlyMap<string, string>,
): CaseWithAssignee {
  return {
    state: CaseState.nullable().parse(caseState),
    assigneeId,
    assigneeName: (assigneeId && names.get(assigneeId)) ?? null,
    dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
  }
}
