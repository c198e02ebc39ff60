import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { lockRow } from '../locks'
import { type ErrorMessage, errorMessage } from '../messages/error-message'
import { lockResolvedRecordId } from '../records/queries'
import type { AlertRule, ChannelInput } from './schema'

type References = Pick<AlertRule, 'userIds' | 'smsUserIds' | 'surveyIds' | 'locationIds'>
type RuleInput = References & { channels: readonly ChannelInput[] }
type ExistingRule = References & Pick<AlertRule, 'channels'>

/**
 * Resolves the survey and location ids of a rule. References that the rule already had may remain even if their target is gone.
 * @throws {ValidationError} for an unknown member, survey or location, and for a channel of another rule
 */
export async function resolveRuleReferences(
  tx: Tx,
  organizationId: string,
  { userIds, smsUserIds, surveyIds, locationIds, channels }: RuleInput,
  existing: ExistingRule | null,
): Promise<{ surveyIds: string[]; locationIds: string[] }> {
  const members = await tx.membership.findMany({
    where: { organizationId, userId: { in: [...userIds, ...smsUserIds] } },
    select: { userId: true },
  })
  const surveys = await tx.survey.findMany({
    where: { organizationId, id: { in: surveyIds }, deletedAt: null },
    select: { id: true },
  })
  const known = {
    userIds: new Set([
      ...members.map(({ userId }) => userId),
      ...(existing?.userIds ?? []),
      ...(existing?.smsUserIds ?? []),
    ]),
    surveyIds: new Set([...surveys.map(({ id }) => id), ...(existing?.surveyIds ?? [])]),
  }
  const existingLocationIds = new Set(existing?.locationIds)
  const resolvedLocationIds: (string | null)[] = []
  for (const id of locationIds)
    resolvedLocationIds.push(
      (await lockResolvedRecordId(tx, 'location', organizationId, id)) ?? (existingLocationIds.has(id) ? id : null),
    )
  const errors = [
    ...missingReferenceErrors('userIds', userIds, (id) => known.userIds.has(id), errorMessage('notFound.member')),
    ...missingReferenceErrors('smsUserIds', smsUserIds, (id) => known.userIds.has(id), errorMessage('notFound.member')),
    ...missingReferenceErrors('surveyIds', surveyIds, (id) => known.surveyIds.has(id), errorMessage('notFound.survey')),
    ...missingReferenceErrors(
      'locationIds',
      locationIds,
      (_, at) => resolvedLocationIds[at] !== null,
      errorMessage('contact.noLocation'),
    ),
  ]
  const ownChannelIds = new Set(existing?.channels.map(({ id }) => id))
  for (const [at, channel] of channels.entries())
    if ('id' in channel && !ownChannelIds.has(channel.id))
      errors.push([`channels.${at}.id`, [errorMessage('alert.noChannel')]])
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors))
  return { surveyIds, locationIds: [...new Set(resolvedLocationIds.filter((id) => id !== null))] }
}

function missingReferenceErrors(
  field: string,
  ids: readonly string[],
  exists: (id: string, at: number) => boolean,
  message: ErrorMessage,
): [string, ErrorMessage[]][] {
  return ids.flatMap((id, at) =>
    exists(id, at) ? [] : [[`${field}.${at}`, [message]] satisfies [string, ErrorMessage[]]],
  )
}

/** Replaces a merged location in rules. A deleted location stays referenced: without it the rule would match every location. */
export async function reassignAlertLocation(tx: Tx, organizationId: string, from: string, to: string): Promise<void> {
  const rules = await tx.alertRule.findMany({
    where: { organizationId, locationIds: { has: from } },
    select: { id: true },
  })
  for (const { id } of rules) {
    await lockRow(tx, 'alert_rule', organizationId, id, 'NO KEY UPDATE')
    const { locationIds, updatedAt } = await tx.alertRule.findUniqueOrThrow({ where: { organizationId, id } })
    const moved = [...new Set(locationIds.map((locationId) => (locationId === from ? to : locationId)))]
    await tx.alertRule.update({ where: { organizationId, id }, data: { locationIds: moved, updatedAt } })
  }
}
