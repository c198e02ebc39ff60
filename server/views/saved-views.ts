import { db, isUniqueViolation } from '../db'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import type { CreateSavedView, ListName, SavedView } from './schema'

const MAX_VIEWS = 20

const VIEW_COLUMNS = { id: true, name: true, query: true } as const

export async function listViews(organizationId: string, userId: string, list: ListName): Promise<SavedView[]> {
  return db.savedView.findMany({
    where: { organizationId, userId, list },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: VIEW_COLUMNS,
  })
}

/** @throws {ValidationError} under `name` for a duplicate in this list, and at the limit */
export async function createSavedView(
  organizationId: string,
  userId: string,
  input: CreateSavedView,
): Promise<SavedView> {
  try {
    return await transact(async ({ tx }) => {
      // Serialize per person, so that the limit holds for concurrent calls.
      await acquireCountLimitLock(tx, organizationId, `saved_view ${userId}`)
      const count = await tx.savedView.count({ where: { organizationId, userId, list: input.list } })
      if (count >= MAX_VIEWS)
        throw new ValidationError({ name: [localizableMessage('view.many', { maximum: MAX_VIEWS })] })
      return tx.savedView.create({ data: { organizationId, userId, ...input }, select: VIEW_COLUMNS })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ name: [localizableMessage('view.nameTaken')] })
  }
}

export async function deleteView(
  organizationId: string,
  userId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { count } = await db.savedView.deleteMany({ where: { id, organizationId, userId } })
  if (count === 0) throw new NotFound('view')
  return { id, deleted: true }
}
