import type { Tx } from '../db'
import { NotFound } from '../errors'
import { lockRow, lockRows } from '../locks'
import { CaseState, type ResponseCase } from './schema'

export type LockedCase = ResponseCase & { id: string }

/** Locks responses until the transaction ends, in a fixed order to avoid deadlocks. Skips partial responses, which have no case. */
export async function lockResponseCases(tx: Tx, organizationId: string, ids: readonly string[]): Promise<LockedCase[]> {
  await lockRows(tx, 'response', organizationId, ids, 'NO KEY UPDATE')
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] }, status: 'completed' },
    orderBy: { id: 'asc' },
    select: { id: true, caseState: true, assigneeId: true, dueOn: true },
  })
  return rows.map(({ id, caseState, assigneeId, dueOn }) => ({
    id,
    state: CaseState.nullable().parse(caseState),
    assigneeId,
    dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
  }))
}

export async function lockResponseCase(tx: Tx, organizationId: string, id: string): Promise<LockedCase> {
  const [lockedCase] = await lockResponseCases(tx, organizationId, [id])
  if (!lockedCase) throw new NotFound('response')
  return lockedCase
}

export async function lockAndReadTagName(tx: Tx, organizationId: string, id: string): Promise<string | null> {
  if (!(await lockRow(tx, 'response_tag', organizationId, id, 'KEY SHARE'))) return null
  const tag = await tx.responseTag.findUnique({ where: { organizationId, id }, select: { name: true } })
  return tag?.name ?? null
}
