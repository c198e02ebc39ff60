import { audit, listFieldChanges } from '../audit/audit'
import { db, isUniqueViolation, type Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import { RESPONSE_TAGS_PER_ORGANIZATION_MAX, TAGS_PER_RESPONSE_MAX } from './constants'
import { type LockedCase, lockAndReadTagName, lockResponseCase } from './lock-response-cases'
import { insertTaggings } from './queries'
import { recordResponseEvents } from './record-response-events'
import type { ChangeTagsOfResponse, ResponseTag } from './schema'

const BATCH_SIZE = 5000
const TAG_FIELDS = { id: true, name: true } as const

export async function listResponseTags(organizationId: string): Promise<ResponseTag[]> {
  const rows = await db.responseTag.findMany({ where: { organizationId }, select: TAG_FIELDS })
  return rows.toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}

export async function findTagIdsByName(organizationId: string, name: string): Promise<string[]> {
  // `insensitive` compares with ILIKE, which has wildcards.
  const equals = name.trim().replace(/[\\%_]/g, String.raw`\$&`)
  const rows = await db.responseTag.findMany({
    where: { organizationId, name: { equals, mode: 'insensitive' } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export async function countTaggedResponses(organizationId: string, id: string): Promise<number> {
  const tag = await db.responseTag.findFirst({ where: { organizationId, id }, select: TAG_FIELDS })
  if (!tag) throw new NotFound('tag')
  return db.responseTagging.count({ where: { organizationId, tagId: id } })
}

/** @throws {ValidationError} under `name` for a duplicate (ignoring case), and at the limit */
export async function createResponseTag(organizationId: string, name: string): Promise<ResponseTag> {
  return saveTag(async (tx) => {
    // Serialize per organization, so that the limit holds for concurrent calls.
    await acquireCountLimitLock(tx, organizationId, 'response_tag')
    if ((await tx.responseTag.count({ where: { organizationId } })) >= RESPONSE_TAGS_PER_ORGANIZATION_MAX)
      throw new ValidationError({
        name: [localizableMessage('case.tagsMany', { maximum: RESPONSE_TAGS_PER_ORGANIZATION_MAX })],
      })
    return tx.responseTag.create({ data: { organizationId, name }, select: TAG_FIELDS })
  })
}

/** Responses keep the tag; past events keep the old name. @throws {NotFound} @throws {ValidationError} */
export async function renameResponseTag(organizationId: string, id: string, name: string): Promise<ResponseTag> {
  return saveTag(async (tx) => {
    const existing = await tx.responseTag.findFirst({ where: { organizationId, id }, select: TAG_FIELDS })
    if (!existing) throw new NotFound('tag')
    const tag = await tx.responseTag.update({ where: { id, organizationId }, data: { name }, select: TAG_FIELDS })
    const changes = listFieldChanges({ name: existing.name }, { name })
    const record = { type: 'responseTag', id, name } as const
    if (changes.length > 0) await audit(organizationId, { action: 'response_tag.renamed', record, changes })
    return tag
  })
}

/** Removes the tag from responses in batches and deletes it last, so that an interrupted deletion can be repeated. @throws {NotFound} */
export async function deleteResponseTag(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  let count = BATCH_SIZE
  while (count === BATCH_SIZE)
    ({ count } = await db.responseTagging.deleteMany({ where: { organizationId, tagId: id }, limit: BATCH_SIZE }))
  return transact(async ({ tx }) => {
    const existing = await tx.responseTag.findFirst({ where: { organizationId, id }, select: TAG_FIELDS })
    const { count: deletedCount } = await tx.responseTag.deleteMany({ where: { organizationId, id } })
    if (!existing || deletedCount === 0) throw new NotFound('tag')
    const { name } = existing
    await audit(organizationId, { action: 'response_tag.deleted', record: { type: 'responseTag', id, name } })
    return { id, deleted: true }
  })
}

/**
 * Adds and removes tags of a response.
 * @returns all tags of the response @throws {NotFound}
 * @throws {ValidationError} under `add.<index>` for an unknown tag, and under `add` for too many
 */
export async function changeTagsOfResponse(organizationId: string, { id, add, remove }: ChangeTagsOfResponse) {
  return transact(async ({ tx }) => {
    const lockedCase = await lockResponseCase(tx, organizationId, id)
    await removeTagsFromResponses(tx, organizationId, [lockedCase], { tagIds: remove })
    for (const [index, tagId] of add.entries()) {
      const name = await lockAndReadTagName(tx, organizationId, tagId)
      if (name === null) throw new ValidationError({ [`add.${index}`]: [localizableMessage('case.tag')] })
      await addTagToResponses(tx, organizationId, [lockedCase], { id: tagId, name })
    }
    const tags = await listTagsOfResponse(tx, organizationId, id)
    // Batches can exceed the limit; removing tags one by one must still work.
    if (add.length > 0 && tags.length > TAGS_PER_RESPONSE_MAX)
      throw new ValidationError({ add: [localizableMessage('case.tagsOfOneMany', { maximum: TAGS_PER_RESPONSE_MAX })] })
    return tags
  })
}

/**
 * Adds a tag to the responses that lack it; undoing the batch `bulkActionId` leaves the others unchanged. @returns ids of the responses that
 * got it
 */
export async function addTagToResponses(
  tx: Tx,
  organizationId: string,
  lockedCases: readonly LockedCase[],
  { id: tagId, name, bulkActionId = null }: ResponseTag & { bulkActionId?: string | null },
): Promise<string[]> {
  const responseIds = lockedCases.map(({ id }) => id)
  await tx.responseTagging.updateMany({
    where: { organizationId, tagId, responseId: { in: responseIds }, bulkActionId: { not: null } },
    data: { bulkActionId: null },
  })
  const addedIds = await insertTaggings(tx, organizationId, responseIds, { tagId, bulkActionId })
  const events = addedIds.map((responseId) => ({ responseId, kind: 'tagAdded' as const, value: name }))
  await recordResponseEvents(tx, organizationId, events)
  return addedIds
}

async function listTagsOfResponse(tx: Tx, organizationId: string, responseId: string): Promise<ResponseTag[]> {
  const rows = await tx.responseTagging.findMany({
    where: { organizationId, responseId },
    select: { tag: { select: TAG_FIELDS } },
  })
  return rows.map(({ tag }) => tag).toSorted((one, other) => one.name.localeCompare(other.name))
}

export async function removeTagsFromResponses(
  tx: Tx,
  organizationId: string,
  lockedCases: readonly LockedCase[],
  { tagIds, bulkActionId = null }: { tagIds: readonly string[]; bulkActionId?: string | null },
): Promise<string[]> {
  const where = {
    organizationId,
    responseId: { in: lockedCases.map(({ id }) => id) },
    tagId: { in: [...tagIds] },
    ...(bulkActionId === null ? {} : { bulkActionId }),
  }
  // The responses are locked, so only the deletion of the tag itself can remove one of these meanwhile.
  const removed = await tx.responseTagging.findMany({
    where,
    select: { responseId: true, tag: { select: { name: true } } },
  })
  await tx.responseTagging.deleteMany({ where })
  const events = removed.map(({ responseId, tag }) => ({ responseId, kind: 'tagRemoved' as const, value: tag.name }))
  await recordResponseEvents(tx, organizationId, events)
  return removed.map(({ responseId }) => responseId)
}

/** @throws {ValidationError} under `name` for a duplicate */
async function saveTag(save: (tx: Tx) => Promise<ResponseTag>): Promise<ResponseTag> {
  try {
    return await transact(({ tx }) => save(tx))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ name: [localizableMessage('case.tagTaken')] })
  }
}
