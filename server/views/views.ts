import { db, isUniqueViolation } from '../db'
import { NotFound, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { transact } from '../unit-of-work'
import type { ListName, SaveView, View } from './schema'

/** Of one person and list: more are no longer taken in at a glance. */
const VIEWS_AT_MOST = 20

const PRESENTED = { id: true, name: true, query: true } as const

/** The person's views of one list, the oldest first. */
export async function listViews(organizationId: string, userId: string, list: ListName): Promise<View[]> {
  return db.savedView.findMany({
    where: { organizationId, userId, list },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: PRESENTED,
  })
}

/**
 * Keeps a view for this person.
 * @throws {ValidationError} under `name` when they have one of that name for this list, or too many.
 */
export async function saveView(organizationId: string, userId: string, input: SaveView): Promise<View> {
  try {
    return await transact(async ({ tx }) => {
      // One at a time for a person: counted and added in one piece.
      await tx.$executeRaw`SELECT FROM membership WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
      const held = await tx.savedView.count({ where: { organizationId, userId, list: input.list } })
      if (held >= VIEWS_AT_MOST)
        throw new ValidationError({ name: [sentence('view.many', { maximum: VIEWS_AT_MOST })] })
      return tx.savedView.create({ data: { organizationId, userId, ...input }, select: PRESENTED })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ name: [sentence('view.nameTaken')] })
  }
}

/** @throws {NotFound} when it is not this person's. */
export async function deleteView(
  organizationId: string,
  userId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { count } = await db.savedView.deleteMany({ where: { id, organizationId, userId } })
  if (count === 0) throw new NotFound('view')
  return { id, deleted: true }
}
