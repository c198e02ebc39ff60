import type { Sequence } from '@/prisma/generated/client'
import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import type { SequenceRules } from './schema'

type RuleColumns = Pick<Sequence, keyof SequenceRules>

export function toSequenceRules({ lastDay, ...row }: RuleColumns): SequenceRules {
  return {
    stopsOnAnswer: row.stopsOnAnswer,
    stopsOnOptOut: row.stopsOnOptOut,
    stopTag: row.stopTag,
    stopOutsideSegmentId: row.stopOutsideSegmentId,
    lastDay: lastDay?.toISOString().slice(0, 10) ?? null,
    sendDays: row.sendDays,
    sendFrom: row.sendFrom,
    sendUntil: row.sendUntil,
    dailyCap: row.dailyCap,
  }
}

/** @throws {ValidationError} for a segment that the organization does not have */
export async function toRuleColumns(tx: Tx, organizationId: string, rules: SequenceRules): Promise<RuleColumns> {
  const { stopOutsideSegmentId: id, lastDay, sendDays } = rules
  if (id !== null && (await tx.segment.count({ where: { id, organizationId } })) === 0)
    throw new ValidationError({ 'rules.stopOutsideSegmentId': [localizableMessage('entry.noSegment')] })
  return {
    ...rules,
    sendDays: [...new Set(sendDays)].toSorted((one, other) => one - other),
    lastDay: lastDay === null ? null : new Date(lastDay),
  }
}
