import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { lockOrganization } from '../locks'
import { transact } from '../unit-of-work'
import { eraseTextAnswers } from './erase-text'

const BATCH_SIZE = 1000
const STATEMENT_MS = 25_000
const BUDGET_MS = 15_000

/**
 * Erases free text and notes of responses older than the organization's retention period (responseTextDays), oldest first, until none is
 * left or the budget is used up.
 */
export async function eraseExpiredTexts(budgetMs = BUDGET_MS): Promise<void> {
  const startedAt = performance.now()
  const organizations = await db.organization.findMany({
    where: { responseTextDays: { not: null } },
    select: { id: true, responseTextDays: true },
  })
  for (const { id, responseTextDays } of organizations) {
    const until = new Date(now().getTime() - (responseTextDays ?? 0) * DAY_MS)
    let hasMore = true
    while (hasMore && performance.now() - startedAt < budgetMs) hasMore = await eraseBatch(id, until)
  }
}

async function eraseBatch(organizationId: string, until: Date): Promise<boolean> {
  return transact(
    async ({ tx }) => {
      await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
      const organization = await tx.organization.findUnique({
        where: { id: organizationId },
        select: { responseTextErasedTo: true },
      })
      const from = organization?.responseTextErasedTo ?? new Date(0)
      if (!organization || from >= until) return false
      const oldestFirst = { orderBy: { createdAt: 'asc' }, select: { createdAt: true } } as const
      const [last] = await tx.response.findMany({
        ...oldestFirst,
        where: { organizationId, createdAt: { gte: from, lt: until } },
        skip: BATCH_SIZE - 1,
        take: 1,
      })
      // Timestamps are whole milliseconds, so responses of the same moment stay in one batch.
      const to = last ? new Date(last.createdAt.getTime() + 1) : until
      const due = await tx.response.findMany({
        where: { organizationId, createdAt: { gte: from, lt: to } },
        select: { id: true },
      })
      const ids = due.map(({ id }) => id)
      await tx.responseNote.deleteMany({ where: { organizationId, responseId: { in: ids } } })
      await eraseTextAnswers(tx, organizationId, ids)
      await tx.organization.update({ where: { id: organizationId }, data: { responseTextErasedTo: to } })
      return last !== undefined
    },
    { statementMs: STATEMENT_MS },
  )
}
