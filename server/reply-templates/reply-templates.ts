import type { ReplyTemplate as ReplyTemplateRow } from '@/prisma/generated/client'
import { audit, type FieldChange, listFieldChanges } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { db } from '../db'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock, lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { transact } from '../unit-of-work'
import { REPLY_TEMPLATES_PER_KIND_MAX, type ReplyTemplateKind } from './constants'
import { type CreateReplyTemplate, ReplyTemplate, type UpdateReplyTemplate } from './schema'

export async function listReplyTemplates(organizationId: string, { kind }: { kind?: ReplyTemplateKind } = {}) {
  const rows = await db.replyTemplate.findMany({
    where: { organizationId, ...(kind === undefined ? {} : { kind }) },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(presentTemplate)
}

export async function createReplyTemplate(organizationId: string, input: CreateReplyTemplate): Promise<ReplyTemplate> {
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'reply_template')
    if ((await tx.replyTemplate.count({ where: { organizationId, kind: input.kind } })) >= REPLY_TEMPLATES_PER_KIND_MAX)
      throw new ValidationError({
        name: [localizableMessage('replyTemplate.many', { maximum: REPLY_TEMPLATES_PER_KIND_MAX })],
      })
    const template = presentTemplate(await tx.replyTemplate.create({ data: { organizationId, ...input } }))
    await auditTemplate(organizationId, 'reply_template.created', template)
    return template
  })
}

/**
 * @throws {NotFound} also for a template of the other kind @throws {EditConflict} if the stored value of a field of `asRead` differs
 */
export async function updateReplyTemplate(
  organizationId: string,
  { id, kind, asRead, ...changes }: UpdateReplyTemplate,
): Promise<ReplyTemplate> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'reply_template', organizationId, id)
    const existing = await tx.replyTemplate.findFirst({ where: { organizationId, id, kind } })
    if (!existing) throw new NotFound('replyTemplate')
    assertUnchanged(asRead, presentTemplate(existing))
    const template = presentTemplate(await tx.replyTemplate.update({ where: { id, organizationId }, data: changes }))
    const differences = listFieldChanges(presentTemplate(existing), template)
    if (differences.length > 0) await auditTemplate(organizationId, 'reply_template.changed', template, differences)
    return template
  })
}

export async function deleteReplyTemplate(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const existing = await tx.replyTemplate.findFirst({ where: { organizationId, id } })
    const { count } = await tx.replyTemplate.deleteMany({ where: { organizationId, id } })
    if (!existing || count === 0) throw new NotFound('replyTemplate')
    await auditTemplate(organizationId, 'reply_template.deleted', existing)
    return { id, deleted: true }
  })
}

function auditTemplate(
  organizationId: string,
  action: AuditAction,
  { id, name }: Pick<ReplyTemplate, 'id' | 'name'>,
  changes: FieldChange[] = [],
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'replyTemplate', id, name }, changes })
}

function presentTemplate({ id, kind, name, texts }: ReplyTemplateRow): ReplyTemplate {
  return ReplyTemplate.parse({ id, kind, name, texts })
}
