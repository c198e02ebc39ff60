import type { ReplyTemplate as ReplyTemplateRow } from '@/prisma/generated/client'
import { requireAsRead } from '../../as-read'
import { db } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'
import { transact } from '../../unit-of-work'
import type { CreateTemplate, ReplyTemplate, UpdateTemplate } from '../schema'
import { TEMPLATES_MAX } from '../vocabulary'

/** In the order of their names. */
export async function listTemplates(organizationId: string): Promise<ReplyTemplate[]> {
  const rows = await db.replyTemplate.findMany({ where: { organizationId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
  return rows.map(present)
}

/** @throws {ValidationError} at the limit. */
export async function createTemplate(organizationId: string, input: CreateTemplate): Promise<ReplyTemplate> {
  if ((await db.replyTemplate.count({ where: { organizationId } })) >= TEMPLATES_MAX)
    throw new ValidationError({ name: [sentence('review.templatesMany', { maximum: TEMPLATES_MAX })] })
  return present(await db.replyTemplate.create({ data: { organizationId, ...input } }))
}

/** @throws {NotFound} @throws {ChangedMeanwhile} when a field of `asRead` has another value by now. */
export async function updateTemplate(
  organizationId: string,
  { id, asRead, ...changes }: UpdateTemplate,
): Promise<ReplyTemplate> {
  return transact(async ({ tx }) => {
    await tx.$queryRaw`
      SELECT FROM reply_template WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
    const held = await tx.replyTemplate.findFirst({ where: { organizationId, id } })
    if (!held) throw new NotFound('replyTemplate')
    requireAsRead(asRead, present(held))
    return present(await tx.replyTemplate.update({ where: { id, organizationId }, data: changes }))
  })
}

/** @throws {NotFound} */
export async function deleteTemplate(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  const { count } = await db.replyTemplate.deleteMany({ where: { organizationId, id } })
  if (count === 0) throw new NotFound('replyTemplate')
  return { id, deleted: true }
}

function present({ id, name, texts }: ReplyTemplateRow): ReplyTemplate {
  return { id, name, texts: texts as ReplyTemplate['texts'] }
}
