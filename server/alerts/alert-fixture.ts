import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { db } from '../db'
import { encryptSecret } from '../encryption'
import { parseNetworks } from '../outbound/allowed-networks'
import { submitResponse } from '../responses/submit-response'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { aReceiver, type ScriptedResponse } from '../testing/servers/https-receiver'
import { aNameServer } from '../testing/servers/name-server'
import { createDueNotifications } from './create-due-notifications'
import { matchCandidates } from './match-candidates'
import { postAlertToChannel } from './post-to-channel'
import { createAlertRule } from './rules'
import type { CreateAlertRule } from './schema'

export const QUESTIONS = [
  { id: 'score', type: 'nps', text: 'How likely?', required: true },
  { id: 'why', type: 'text', text: 'Why?', required: false },
]

export const ALERT_RULE_INPUT: CreateAlertRule = {
  name: 'Unhappy',
  active: true,
  trigger: 'response',
  bands: ['negative'],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [],
  surveyIds: [],
  locationIds: [],
  userIds: [],
  smsUserIds: [],
  channels: [],
  pauseMinutes: 0,
}

export async function aRule(data: Partial<CreateAlertRule> = {}, organizationId?: string) {
  const organization = organizationId ?? (await anOrganization({ name: 'Analytical Engines' }))
  const owner = await aMember(organization, 'owner')
  const rule = await createAlertRule(organization, { ...ALERT_RULE_INPUT, userIds: [owner.userId], ...data })
  return { organizationId: organization, owner, rule }
}

export const FAKE_SLACK_HOST = 'slack.example'

export async function startFakeChannelServer() {
  const names = await aNameServer()
  names.set(FAKE_SLACK_HOST, ['127.0.0.1'])
  const receiver = await aReceiver({ hosts: [FAKE_SLACK_HOST] })
  const options = { ...names, allowed: parseNetworks(['127.0.0.1/32']), authorities: receiver.authorities }
  afterAll(async () => {
    await receiver.close()
    names.close()
  })
  /** Adds a channel with the local address, which validation would refuse. */
  async function addChannel(organizationId: string, ruleId: string, kind: 'slack' | 'teams' = 'slack') {
    const id = randomUUID()
    const path = `/${id}`
    const address = encryptSecret('alert-channel', receiver.url(path, FAKE_SLACK_HOST), id)
    await db.alertChannel.create({ data: { id, organizationId, ruleId, kind, hint: FAKE_SLACK_HOST, address } })
    const posts = () => receiver.requests.filter((request) => request.path === path)
    return { id, posts, body: (at = 0) => JSON.parse(posts()[at]?.body.toString() ?? 'null') }
  }
  const post = (organizationId: string, id: string) => postAlertToChannel(organizationId, id, options)
  return {
    addChannel,
    post,
    script: (...replies: ScriptedResponse[]) => receiver.script(...replies),
    runAlertJobs: (organizationId: string, ruleId: string) => runAlertJobs(organizationId, ruleId, post),
  }
}

/** Submits a response through its survey link. @returns the id of the response */
export async function submitScoreAndMatchRules(
  organizationId: string,
  score: number,
  why = '',
  locationId?: string,
): Promise<string> {
  const sending = locationId === undefined ? {} : { locationId }
  const { token } = await aSurveyRequest(organizationId, { survey: { questions: QUESTIONS }, sending })
  const args = new Map([['score', [String(score)]], ...(why ? [['why', [why]] as const] : [])])
  const submission = await submitResponse(token, args, 'en')
  if (submission.state !== 'submitted') throw new Error(submission.state)
  await matchCandidates(organizationId)
  return submission.response.id
}

export const listAlertRows = (organizationId: string) =>
  db.alert.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
export const listAlertMessageRows = (organizationId: string) =>
  db.alertMessage.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

export async function runAlertJobs(
  organizationId: string,
  ruleId: string,
  post: (organizationId: string, id: string) => Promise<void> = postAlertToChannel,
): Promise<void> {
  await createDueNotifications(organizationId, ruleId)
  for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
    await sendSystemEmail(id)
  for (const { id } of await listAlertMessageRows(organizationId)) await post(organizationId, id)
}
