import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAlertRule } from '@/server/alerts/rules'
import { CreateAlertRule } from '@/server/alerts/schema'
import { db } from '@/server/db'
import { alertsQueued } from '@/server/jobs/events'
import { submitResponse } from '@/server/responses/submit'
import { anOrganization } from '@/server/testing/factories/basics'
import { anAskedSurvey } from '@/server/testing/factories/responses'
import { aMember } from '@/server/testing/factories/sessions'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'
import { sendAlerts } from './send-alerts'

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([sendAlerts])
})

afterAll(() => served.stop())

it('sends one alert email for a detractor, however often the job is woken', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'owner')
  const conditions = { bands: ['negative'], words: [], surveyIds: [], locationIds: [] }
  const limits = { npsAtMost: null, csatAtMost: null, cesAtMost: null, starsAtMost: null }
  const given = { name: 'Unhappy', active: true, trigger: 'response', ...conditions, ...limits, pauseMinutes: 15 }
  await createAlertRule(
    organizationId,
    CreateAlertRule.parse({ ...given, userIds: [userId], smsUserIds: [], channels: [] }),
  )
  const questions = [{ id: 'score', type: 'nps', text: 'How likely?', required: true }]
  const { token } = await anAskedSurvey(organizationId, { survey: { questions } })
  await submitResponse(token, new Map([['score', ['2']]]), 'en')

  const wake = alertsQueued(organizationId)
  await acceptEvents(served.queue.url, [wake, wake])

  const mails = () => db.systemEmail.findMany({ where: { organizationId, userId, kind: 'alert' } })
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  expect(await db.alertMessage.findMany({ where: { organizationId } })).toMatchObject([{ id: mail?.aboutId }])
})
