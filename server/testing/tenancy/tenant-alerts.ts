import { v7 as uuidv7 } from 'uuid'
import { encryptSecret } from '@/server/encryption'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

type AlertReferences = { survey: string; location: string; user: string; response: string }

/** A disabled rule with a channel, and one past alert. */
export function addAlerts(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { survey, location, user, response }: AlertReferences,
) {
  const reason = { code: 'other', values: { words: `Reason ${canary}` } }
  const alertRule = rows.add('AlertRule', {
    ...base,
    name: `Alert ${canary}`,
    active: false,
    trigger: 'response',
    words: [canary],
    surveyIds: [survey],
    locationIds: [location],
    userIds: [user],
    smsUserIds: [user],
  })
  const alertChannel = uuidv7()
  const address = encryptSecret('alert-channel', `https://hooks.example.com/${canary}`, alertChannel)
  rows.add('AlertChannel', {
    ...base,
    id: alertChannel,
    ruleId: alertRule,
    kind: 'slack',
    hint: `hooks.example.com/${canary}`,
    address,
  })
  const notificationId = uuidv7()
  const ofAlert = { ...base, ruleId: alertRule, notificationId, reason }
  const alert = rows.add('Alert', { ...ofAlert, subjectId: response, state: 'failed' })
  rows.add('AlertCandidate', { ...base, kind: 'response', subjectId: response, createdAt: new Date() })
  rows.add('AlertMessage', {
    ...ofAlert,
    kind: 'slack',
    channelId: alertChannel,
    userId: user,
    name: `Channel ${canary}`,
    state: 'failed',
  })
  const smsMessage = { kind: 'sms', userId: user, name: `Texted ${canary}`, messageId: `SM ${canary}`, state: 'sent' }
  rows.add('AlertMessage', { ...ofAlert, ...smsMessage })
  return { alertRule, alertChannel, alert, sealedAddress: address }
}

export const alertRuleInput = (own: AlertReferences & { canary: string; alertChannel: string }) => ({
  name: `Alert ${own.canary}`,
  active: false,
  trigger: 'response',
  bands: [],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [own.canary],
  surveyIds: [own.survey],
  locationIds: [own.location],
  userIds: [own.user],
  smsUserIds: [own.user],
  pauseMinutes: 0,
})
