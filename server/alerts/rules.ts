import { v7 as uuidv7 } from 'uuid'
import type { AlertChannel as ChannelRow, AlertRule as RuleRow } from '@/prisma/generated/client'
import { audit, type FieldChange, listFieldChanges } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { isPhoneVerified } from '../auth/is-phone-verified'
import { db, type Tx } from '../db'
import { encryptSecret } from '../encryption'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock, lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { requireAllowedTargetUrl } from '../outbound/target-url'
import { transact } from '../unit-of-work'
import { ALERT_RULES_MAX } from './constants'
import { skipPendingAlertsOfDisabledRule } from './create-due-notifications'
import { detectMismatchedChatService } from './detect-mismatched-chat-service'
import { resolveRuleReferences } from './rule-references'
import type {
  AlertRule,
  ChatChannelInput,
  ChatChannelKind,
  CreateAlertRule,
  SetAlertRuleActive,
  UpdateAlertRule,
} from './schema'

export const INCLUDE_CHANNELS = { channels: { orderBy: { id: 'asc' } } } as const

export async function listAlertRules(organizationId: string): Promise<AlertRule[]> {
  const rows = await db.alertRule.findMany({
    where: { organizationId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    include: INCLUDE_CHANNELS,
  })
  return rows.map(presentAlertRule)
}

export async function getAlertRule(organizationId: string, id: string): Promise<AlertRule> {
  const row = await db.alertRule.findFirst({ where: { organizationId, id }, include: INCLUDE_CHANNELS })
  if (!row) throw new NotFound('alertRule')
  return presentAlertRule(row)
}

export async function listReferencingRuleNames(organizationId: string, id: string): Promise<string[]> {
  const rows = await db.alertRule.findMany({
    where: { organizationId, OR: [{ surveyIds: { has: id } }, { locationIds: { has: id } }] },
    select: { name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ name }) => name)
}

export async function listUserIdsWithVerifiedPhone(organizationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: { organizationId, user: { phone: { not: null }, deletesAt: null } },
    select: { userId: true, user: { select: { phone: true, phoneReached: true } } },
  })
  return rows.filter(({ user }) => isPhoneVerified(user)).map(({ userId }) => userId)
}

/** @throws {ValidationError} at the limit, and for unknown references */
export async function createAlertRule(organizationId: string, input: CreateAlertRule): Promise<AlertRule> {
  const addresses = await checkChannelUrls(input.channels)
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'alert_rule')
    if ((await tx.alertRule.count({ where: { organizationId } })) >= ALERT_RULES_MAX)
      throw new ValidationError({ name: [localizableMessage('alert.rulesMany', { maximum: ALERT_RULES_MAX })] })
    const id = uuidv7()
    const data = toColumns(input, await resolveRuleReferences(tx, organizationId, input, null))
    await tx.alertRule.create({ data: { id, organizationId, ...data } })
    await writeChannels(tx, organizationId, id, addresses)
    const rule = await getAlertRule(organizationId, id)
    await auditRule(organizationId, 'alert_rule.created', rule)
    return rule
  })
}

/**
 * @throws {NotFound}
 * @throws {ValidationError} also if the trigger changes
 * @throws {EditConflict} if the stored value of a field of `asRead` differs
 */
export async function updateAlertRule(organizationId: string, input: UpdateAlertRule): Promise<AlertRule> {
  const { id, asRead } = input
  const addresses = await checkChannelUrls(input.channels)
  return transact(async ({ tx }) => {
    const existing = await lockAlertRule(tx, organizationId, id)
    assertUnchanged(asRead, existing)
    // Pending alerts and the log belong to the original trigger.
    if (input.trigger !== existing.trigger)
      throw new ValidationError({ trigger: [localizableMessage('alert.trigger')] })
    const data = toColumns(input, await resolveRuleReferences(tx, organizationId, input, existing))
    await tx.alertRule.update({ where: { organizationId, id }, data })
    await writeChannels(tx, organizationId, id, addresses)
    if (!data.active) await skipPendingAlertsOfDisabledRule(tx, organizationId, id)
    return auditChanges(organizationId, existing)
  })
}

/** Enables or disables a rule. Disabling skips its pending alerts. @throws {NotFound} */
export async function setAlertRuleActive(
  organizationId: string,
  { id, active }: SetAlertRuleActive,
): Promise<AlertRule> {
  return transact(async ({ tx }) => {
    const existing = await lockAlertRule(tx, organizationId, id)
    await tx.alertRule.update({ where: { organizationId, id }, data: { active } })
    if (!active) await skipPendingAlertsOfDisabledRule(tx, organizationId, id)
    return auditChanges(organizationId, existing)
  })
}

/** Also deletes its log and pending alerts. @throws {NotFound} */
export async function deleteAlertRule(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const existing = await lockAlertRule(tx, organizationId, id)
    await tx.alertRule.delete({ where: { organizationId, id } })
    await auditRule(organizationId, 'alert_rule.deleted', existing)
    return { id, deleted: true }
  })
}

/** Locks the rule without blocking concurrent survey submissions. @throws {NotFound} */
export async function lockAlertRule(tx: Tx, organizationId: string, id: string): Promise<AlertRule> {
  await lockRow(tx, 'alert_rule', organizationId, id, 'NO KEY UPDATE')
  return getAlertRule(organizationId, id)
}

async function auditChanges(organizationId: string, existing: AlertRule): Promise<AlertRule> {
  const rule = await getAlertRule(organizationId, existing.id)
  const names = await readNames(organizationId, [existing, rule])
  const changes = listFieldChanges(toAuditFields(existing, names), toAuditFields(rule, names))
  if (changes.length > 0) await auditRule(organizationId, 'alert_rule.changed', rule, changes)
  return rule
}

function toAuditFields(
  { surveyIds, locationIds, userIds, smsUserIds, channels, ...rule }: AlertRule,
  names: ReadonlyMap<string, string>,
) {
  const toNames = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id)
  return {
    ...rule,
    notifiedAt: null,
    surveys: toNames(surveyIds),
    locations: toNames(locationIds),
    people: toNames(userIds),
    phones: toNames(smsUserIds),
    channels: channels.map(({ kind, hint }) => `${kind} ${hint}`),
  }
}

async function readNames(organizationId: string, rules: readonly AlertRule[]): Promise<Map<string, string>> {
  const ids = rules.flatMap((rule) => [...rule.surveyIds, ...rule.locationIds, ...rule.userIds, ...rule.smsUserIds])
  const where = { organizationId, id: { in: ids } }
  const select = { id: true, name: true } as const
  const surveys = await db.survey.findMany({ where, select })
  const locations = await db.location.findMany({ where, select })
  const people = await db.user.findMany({
    where: { id: { in: ids }, memberships: { some: { organizationId } } },
    select,
  })
  return new Map([...surveys, ...locations, ...people].map(({ id, name }) => [id, name]))
}

function auditRule(
  organizationId: string,
  action: AuditAction,
  { id, name }: Pick<AlertRule, 'id' | 'name'>,
  changes: FieldChange[] = [],
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'alertRule', id, name }, changes })
}

function toColumns(
  { name, active, trigger, words, pauseMinutes, userIds, smsUserIds, ...rest }: Omit<CreateAlertRule, 'channels'>,
  { surveyIds, locationIds }: { surveyIds: string[]; locationIds: string[] },
) {
  const commonFields = { name, active, trigger, words, pauseMinutes, userIds, smsUserIds, locationIds }
  const { bands, npsAtMost, csatAtMost, cesAtMost, starsAtMost } = rest
  return trigger === 'response'
    ? { ...commonFields, bands, npsAtMost, csatAtMost, cesAtMost, surveyIds, starsAtMost: null }
    : { ...commonFields, starsAtMost, bands: [], npsAtMost: null, csatAtMost: null, cesAtMost: null, surveyIds: [] }
}

type CheckedChannel = { id: string } | { kind: ChatChannelKind; address: string }

async function checkChannelUrls(channels: readonly ChatChannelInput[]): Promise<CheckedChannel[]> {
  return Promise.all(
    channels.map(async (channel, at) => {
      if ('id' in channel) return channel
      const field = `channels.${at}.address`
      const address = await requireAllowedTargetUrl(channel.address, field)
      const service = detectMismatchedChatService(channel.kind, address)
      if (service !== null)
        throw new ValidationError({ [field]: [localizableMessage('alert.otherService', { service })] })
      return { kind: channel.kind, address }
    }),
  )
}

async function writeChannels(
  tx: Tx,
  organizationId: string,
  ruleId: string,
  channels: readonly CheckedChannel[],
): Promise<void> {
  const keptIds = channels.flatMap((channel) => ('id' in channel ? [channel.id] : []))
  await tx.alertChannel.deleteMany({ where: { organizationId, ruleId, id: { notIn: keptIds } } })
  const newChannels = channels.flatMap((channel) => ('id' in channel ? [] : [toEncryptedChannel(channel)]))
  await tx.alertChannel.createMany({ data: newChannels.map((channel) => ({ organizationId, ruleId, ...channel })) })
}

function toEncryptedChannel({ kind, address }: { kind: ChatChannelKind; address: string }) {
  const id = uuidv7()
  const { host, pathname } = new URL(address)
  return { id, kind, hint: `${host}/…${pathname.slice(-4)}`, address: encryptSecret('alert-channel', address, id) }
}

export function presentAlertRule(row: RuleRow & { channels: ChannelRow[] }): AlertRule {
  return {
    id: row.id,
    name: row.name,
    active: row.active,
    trigger: row.trigger as AlertRule['trigger'],
    bands: row.bands as AlertRule['bands'],
    npsAtMost: row.npsAtMost,
    csatAtMost: row.csatAtMost,
    cesAtMost: row.cesAtMost,
    starsAtMost: row.starsAtMost,
    words: row.words,
    surveyIds: row.surveyIds,
    locationIds: row.locationIds,
    userIds: row.userIds,
    smsUserIds: row.smsUserIds,
    pauseMinutes: row.pauseMinutes as AlertRule['pauseMinutes'],
    channels: row.channels.map(({ id, kind, hint }) => ({ id, kind: kind as ChatChannelKind, hint })),
    notifiedAt: row.notifiedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
