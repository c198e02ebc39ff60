import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { lockRow } from '../locks'
import { type Sentence, sentence } from '../messages/sentence'
import { findMeantRecord } from '../records/queries'
import type { AlertRule, GivenChannel } from './schema'

type References = Pick<AlertRule, 'userIds' | 'smsUserIds' | 'surveyIds' | 'locationIds'>
type Given = References & { channels: readonly GivenChannel[] }
type Held = References & Pick<AlertRule, 'channels'>

/**
 * Resolves the survey and location ids of a rule. References that the rule already had may remain even if their target is gone.
 * @throws {ValidationError} for an unknown member, survey or location, and for a channel of another rule
 */
export async function checkReferences(
  tx: Tx,
  organizationId: string,
  { userIds, smsUserIds, surveyIds, locationIds, channels }: Given,
  held: Held | null,
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
    userIds: new Set([...members.map(({ userId }) => userId), ...(held?.userIds ?? []), ...(held?.smsUserIds ?? [])]),
    surveyIds: new Set([...surveys.map(({ id }) => id), ...(held?.surveyIds ?? [])]),
  }
  const before = new Set(held?.locationIds)
  const meant: (string | null)[] = []
  for (const id of locationIds)
    meant.push((await findMeantRecord(tx, 'location', organizationId, id)) ?? (before.has(id) ? id : null))
  const faults = [
    ...faultsIn('userIds', userIds, (id) => known.userIds.has(id), sentence('notFound.member')),
    ...faultsIn('smsUserIds', smsUserIds, (id) => known.userIds.has(id), sentence('notFound.member')),
    ...faultsIn('surveyIds', surveyIds, (id) => known.surveyIds.has(id), sentence('notFound.survey')),
    ...faultsIn('locationIds', locationIds, (_, at) => meant[at] !== null, sentence('contact.noLocation')),
  ]
  const own = new Set(held?.channels.map(({ id }) => id))
  for (const [at, channel] of channels.entries())
    if ('id' in channel && !own.has(channel.id)) faults.push([`channels.${at}.id`, [sentence('alert.noChannel')]])
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults))
  return { surveyIds, locationIds: [...new Set(meant.filter((id) => id !== null))] }
}

function faultsIn(
  field: string,
  ids: readonly string[],
  isThere: (id: string, at: number) => boolean,
  said: Sentence,
): [string, Sentence[]][] {
  return ids.flatMap((id, at) => (isThere(id, at) ? [] : [[`${field}.${at}`, [said]] satisfies [string, Sentence[]]]))
}

/** Replaces a merged location in rules. A deleted location stays referenced: without it the rule would match every location. */
export async function moveAlertLocations(tx: Tx, organizationId: string, from: string, to: string): Promise<void> {
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
