import { v7 as uuidv7 } from 'uuid'
import { db } from '@/server/db'
import { encryptSecret } from '@/server/encryption'
import type { Base } from './tenant-reviews'

type About = { survey: string; location: string; user: string; response: string }

/** A rule that is off, with a channel, and what it told once. */
export async function makeAlerts(base: Base, canary: string, { survey, location, user, response }: About) {
  const reason = { code: 'other', values: { words: `Reason ${canary}` } }
  const { id: alertRule } = await db.alertRule.create({
    data: {
      ...base,
      name: `Alert ${canary}`,
      active: false,
      trigger: 'response',
      words: [canary],
      surveyIds: [survey],
      locationIds: [location],
      userIds: [user],
      smsUserIds: [user],
    },
  })
  const alertChannel = uuidv7()
  const address = encryptSecret('alert-channel', `https://hooks.example.com/${canary}`, alertChannel)
  await db.alertChannel.create({
    data: { ...base, id: alertChannel, ruleId: alertRule, kind: 'slack', hint: `hooks.example.com/${canary}`, address },
  })
  const noticeId = uuidv7()
  const told = { ...base, ruleId: alertRule, noticeId, reason }
  const { id: alert } = await db.alert.create({ data: { ...told, subjectId: response, state: 'failed' } })
  await db.alertMessage.create({
    data: { ...told, kind: 'slack', channelId: alertChannel, userId: user, name: `Channel ${canary}`, state: 'failed' },
  })
  const text = { kind: 'sms', userId: user, name: `Texted ${canary}`, messageId: `SM ${canary}`, state: 'sent' }
  await db.alertMessage.create({ data: { ...told, ...text } })
  return { alertRule, alertChannel, alert, sealedAddress: address }
}

/** As {@link makeAlerts} stores it. */
export const ownAlertRule = (own: About & { canary: string; alertChannel: string }) => ({
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
