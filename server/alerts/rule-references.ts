import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { lockRow } from '../locks'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import type { AlertRule, ChatChannelInput } from './schema'

type References = Pick<AlertRule, 'userIds' | 'smsUserIds' | 'surveyIds' | 'locationIds'>
type RuleInput = References & { channels: readonly ChatChannelInput[] }
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
  const before = existing ?? { userIds: [], smsUserIds: [], surveyIds: [], locationIds: [], channels: [] }
  const errors: Record<string, LocalizableMessage[]> = {}
  const check = (field: string, exists: boolean, message: LocalizableMessage) => {
    if (!exists) errors[field] = [message]
  }
  const knownUserIds = new Set([...before.userIds, ...before.smsUserIds, ...members.map(({ userId }) => userId)])
  for (const [field, ids] of Object.entries({ userIds, smsUserIds }))
    for (const [at, id] of ids.entries())
      check(`${field}.${at}`, knownUserIds.has(id), localizableMessage('notFound.member'))
  const knownSurveyIds = new Set([...before.surveyIds, ...surveys.map(({ id }) => id)])
  for (const [at, id] of surveyIds.entries())
    check(`surveyIds.${at}`, knownSurveyIds.has(id), localizableMessage('notFound.survey'))
  const resolvedLocationIds = new Set<string>()
  for (const [at, id] of locationIds.entries()) {
    const resolvedId = await resolveAndLockMasterDataId(tx, 'location', organizationId, id)
    const isKnown = resolvedId !== null || before.locationIds.includes(id)
    check(`locationIds.${at}`, isKnown, localizableMessage('contact.noLocation'))
    resolvedLocationIds.add(resolvedId ?? id)
  }
  const ownChannelIds = new Set(before.channels.map(({ id }) => id))
  for (const [at, channel] of channels.entries())
    if ('id' in channel)
      check(`channels.${at}.id`, ownChannelIds.has(channel.id), localizableMessage('alert.noChannel'))
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return { surveyIds, locationIds: [...resolvedLocationIds] }
}

/** Replaces a merged location in rules. A deleted location stays referenced: without it the rule would match every location. */
export async function replaceLocationInAlertRules(
  tx: Tx,
  organizationId: string,
  from: string,
  to: string,
): Promise<void> {
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
