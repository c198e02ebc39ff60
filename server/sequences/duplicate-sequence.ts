import { Prisma } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import { toRuleColumns, toSequenceRules } from './rules/rule-columns'
import type { DuplicateSequence } from './schema'

/**
 * Copies a sequence with its steps and rules as a draft. Entry rules, sendings and results stay with the original. The webhook URLs of the
 * steps are copied unchanged, so that a caller who may not set them may still duplicate.
 * @throws {NotFound}
 */
export async function duplicateSequence(
  organizationId: string,
  { id, name }: DuplicateSequence,
): Promise<{ id: string }> {
  return transact(async ({ tx }) => {
    const original = await tx.sequence.findFirst({
      where: { id, organizationId },
      include: { steps: { orderBy: { position: 'asc' } } },
    })
    if (!original) throw new NotFound('sequence')
    const { description, steps } = original
    const rules = await toRuleColumns(tx, organizationId, toSequenceRules(original))
    const copy = await tx.sequence.create({ data: { organizationId, name, description, status: 'draft', ...rules } })
    await tx.sequenceStep.createMany({
      data: steps.map(
        ({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, subject, body, conditions, ...step }) => ({
          ...step,
          sequenceId: copy.id,
          subject: subject ?? Prisma.DbNull,
          body: body ?? Prisma.DbNull,
          conditions: conditions ?? Prisma.DbNull,
        }),
      ),
    })
    return { id: copy.id }
  })
}
