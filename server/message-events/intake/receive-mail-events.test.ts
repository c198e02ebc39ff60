import { describe, expect, it } from 'vitest'
import { POST } from '@/app/api/mail-events/[provider]/[token]/route'
import { now } from '../../clock'
import { db } from '../../db'
import { buildMessageToken } from '../../messaging/correlation'
import { buildMessageId } from '../../messaging/message-id'
import { whileRejectingInserts } from '../../testing/database/rejecting-trigger'
import { anOrganization } from '../../testing/factories/basics'
import { forgeToken } from '../../testing/forged-token'
import { anOrganizationWithSentStep, type aSentStep, readUsage } from '../message-event-fixture'
import {
  brevoBounce,
  type ExampleMessage,
  genericBounce,
  mailgunFailure,
  makeSendGridKeys,
  postmarkBounce,
  resendBounce,
  type SignedExample,
  sendGridBounce,
  signAsMailgun,
  signAsSendGrid,
  signAsSvix,
  signGeneric,
} from '../providers/provider-examples'
import type { MailEventProvider } from './constants'
import {
  addMailEventIntake,
  listMailEventIntakes,
  removeMailEventIntake,
  revealMailEventSecret,
  setMailEventSecret,
} from './intakes'

type Example = { request: SignedExample; forged: SignedExample; late: SignedExample }
const sendGridKeys = makeSendGridKeys()
const SECRETS: Partial<Record<MailEventProvider, string>> = {
  resend: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
  mailgun: '6cd4a1e6a9c1f6c7c8a5d8f9b0e1d2c3',
  sendgrid: sendGridKeys.publicKey,
}

const LATE_MS = 26 * 3_600_000

const EXAMPLES: Record<Exclude<MailEventProvider, 'ses'>, (message: ExampleMessage, secret: string) => Example> = {
  postmark: (message, secret) => withCredentials(JSON.stringify(postmarkBounce(message)), secret),
  brevo: (message, secret) => withCredentials(JSON.stringify(brevoBounce(message)), secret),
  resend: (message, secret) =>
    signWith((at, key) => signAsSvix(JSON.stringify(resendBounce(message)), key, at), secret),
  mailgun: (message, secret) => signWith((at, key) => signAsMailgun(mailgunFailure(message), key, at), secret),
  sendgrid: (message) => {
    const body = JSON.stringify([sendGridBounce(message)])
    return {
      request: signAsSendGrid(body, sendGridKeys.privateKey, now()),
      forged: signAsSendGrid(body, makeSendGridKeys().privateKey, now()),
      late: signAsSendGrid(body, sendGridKeys.privateKey, new Date(now().getTime() - LATE_MS)),
    }
  },
  generic: (message, secret) =>
    signWith((at, key) => signGeneric(JSON.stringify(genericBounce(message)), key, at), secret),
}

function signWith(sign: (at: Date, secret: string) => SignedExample, secret: string): Example {
  return {
    request: sign(now(), secret),
    forged: sign(now(), `whsec_${Buffer.from('another secret').toString('base64')}`),
    late: sign(new Date(now().getTime() - LATE_MS), secret),
  }
}

function withCredentials(body: string, secret: string): Example {
  const basic = (password: string) => `Basic ${Buffer.from(`feedback:${password}`).toString('base64')}`
  const forged = { body, headers: { authorization: basic('another') } }
  return { request: { body, headers: { authorization: basic(secret) } }, forged, late: forged }
}

async function anIntake(organizationId: string | null, provider: MailEventProvider) {
  const { id, address } = await addMailEventIntake(organizationId, provider)
  const ofProvider = SECRETS[provider]
  if (ofProvider !== undefined) await setMailEventSecret(organizationId, { id, secret: ofProvider })
  const secret = ofProvider ?? (await revealMailEventSecret(organizationId, id)).secret
  const post = async ({ body, headers }: SignedExample) => {
    const [, , , ...path] = address.split('/')
    const request = new Request(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const [name = '', token = ''] = path.slice(2)
    return POST(request, { params: Promise.resolve({ provider: name, token }) })
  }
  const read = async () => (await listMailEventIntakes(organizationId)).find((intake) => intake.id === id)
  return { id, secret, post, read }
}

function describeMessage({ step, contact }: Awaited<ReturnType<typeof aSentStep>>): ExampleMessage {
  return { token: buildMessageToken(step.id), messageId: buildMessageId(step.id), email: contact.email, at: now() }
}

const statusOf = async (id: string) => (await db.sendingStep.findUniqueOrThrow({ where: { id } })).status

describe.each(Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[])('events of %s', (provider) => {
  it('200: a signed bounce is recorded once, with the code and the words', async () => {
    const sent = await anOrganizationWithSentStep()
    const { organizationId, step } = sent
    const intake = await anIntake(organizationId, provider)
    const { request } = EXAMPLES[provider](describeMessage(sent), intake.secret)
    expect((await intake.post(request)).status).toBe(200)
    expect((await intake.post(request)).status).toBe(200)
    expect(await db.messageEvent.findMany({ where: { organizationId } })).toMatchObject([
      { sendingStepId: step.id, kind: 'bounced', bounceType: 'hard', code: '5.1.1', provider },
    ])
    expect((await db.messageEvent.findFirst({ where: { organizationId } }))?.words).toMatch(/5\.1\.1|does not exist/)
    expect(await statusOf(step.id)).toBe('bounced')
    expect(await readUsage(organizationId)).toMatchObject({ bounced: 1 })
    expect(await intake.read()).toMatchObject({ recordedCount: 2, refusedCount: 0, lastEventAt: expect.any(String) })
  })

  it('403: a forged or stale request changes nothing, and is counted', async () => {
    const sent = await anOrganizationWithSentStep()
    const { organizationId, step } = sent
    const intake = await anIntake(organizationId, provider)
    const { request, forged, late } = EXAMPLES[provider](describeMessage(sent), intake.secret)
    for (const bad of [forged, late, { body: request.body.replace('"signature":"', '"signature":"0'), headers: {} }]) {
      const response = await intake.post(bad)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
    }
    expect(await db.messageEvent.count({ where: { organizationId } })).toBe(0)
    expect(await statusOf(step.id)).toBe('sent')
    expect(await intake.read()).toMatchObject({ recordedCount: 0, refusedCount: 3, lastEventAt: null })
  })

  it('200: an event about another organization’s message has no effect there', async () => {
    const sent = await anOrganizationWithSentStep()
    const other = await anOrganization()
    const intake = await anIntake(other, provider)
    const { request } = EXAMPLES[provider](describeMessage(sent), intake.secret)
    expect((await intake.post(request)).status).toBe(200)
    expect(await db.messageEvent.count({ where: { organizationId: { in: [other, sent.organizationId] } } })).toBe(0)
    expect(await statusOf(sent.step.id)).toBe('sent')
    expect(await intake.read()).toMatchObject({ recordedCount: 0, unknownCount: 1 })
  })
})

it.each([
  ['resend', 'whsec_'],
  ['resend', 'whsec_§§§§§§§§§§§§§§§§§§§§§§§§§§§§§§§§'],
  ['resend', 're_123456789_abcdefghijklmnopqrstuv'],
  ['sendgrid', 'SG.abcdefghijklmnopqrstuv'],
] as const)('a secret of %s that cannot verify anything is refused: %s', async (provider, secret) => {
  const organizationId = await anOrganization()
  const { id } = await addMailEventIntake(organizationId, provider)
  await expect(setMailEventSecret(organizationId, { id, secret })).rejects.toMatchObject({
    fields: { secret: [expect.any(String)] },
  })
})

it('404: an address that was altered, is of another provider, or was removed', async () => {
  const organizationId = await anOrganization()
  const intake = await anIntake(organizationId, 'generic')
  const { address } = (await intake.read()) ?? { address: '' }
  const token = address.split('/').at(-1) ?? ''
  const call = (provider: string, path: string) =>
    POST(new Request(address, { method: 'POST', body: '{}' }), { params: Promise.resolve({ provider, token: path }) })
  expect((await call('generic', forgeToken(token))).status).toBe(404)
  expect((await call('postmark', token)).status).toBe(404)
  await removeMailEventIntake(organizationId, intake.id)
  expect((await call('generic', token)).status).toBe(404)
})

it('a hard bounce suppresses the address although Resend reports it with the name of the recipient', async () => {
  const sent = await anOrganizationWithSentStep()
  const intake = await anIntake(sent.organizationId, 'resend')
  const bounce = resendBounce({ ...describeMessage(sent), email: `Ada Lovelace <${sent.contact.email}>` })
  expect((await intake.post(signAsSvix(JSON.stringify(bounce), intake.secret, now()))).status).toBe(200)
  expect(await db.messageEvent.findFirst({ where: { organizationId: sent.organizationId } })).toMatchObject({
    bounceType: 'hard',
    words: '550 5.1.1 user unknown',
  })
  expect(await db.contact.findUnique({ where: { id: sent.contact.id } })).toMatchObject({ bouncedAt: expect.any(Date) })
})

it('one unreadable element of a batch does not stop the others', async () => {
  const sent = await anOrganizationWithSentStep()
  const intake = await anIntake(sent.organizationId, 'sendgrid')
  const delivered = { ...sendGridBounce(describeMessage(sent)), event: 'delivered', sg_event_id: 'x' }
  const body = JSON.stringify([{ event: 5 }, null, delivered, { event: 'processed', email: 'x' }])
  expect((await intake.post(signAsSendGrid(body, sendGridKeys.privateKey, now()))).status).toBe(200)
  expect(await statusOf(sent.step.id)).toBe('delivered')
  expect(await intake.read()).toMatchObject({ recordedCount: 1, refusedCount: 2 })
})

it('an event that cannot be recorded does not stop those behind it, and the provider is asked to repeat the request', async () => {
  const [bad, good] = [await anOrganizationWithSentStep(), await anOrganizationWithSentStep()]
  await db.mailEventIntake.deleteMany({ where: { organizationId: null, provider: 'generic' } })
  const intake = await anIntake(null, 'generic')
  const body = JSON.stringify([bad, good].map((sent) => genericBounce(describeMessage(sent))))
  const { status } = await whileRejectingInserts('message_event', `NEW.organization_id = '${bad.organizationId}'`, () =>
    intake.post(signGeneric(body, intake.secret, now())),
  )
  expect(status).toBe(500)
  expect([await statusOf(bad.step.id), await statusOf(good.step.id)]).toEqual(['sent', 'bounced'])
  expect((await intake.post(signGeneric(body, intake.secret, now()))).status).toBe(200)
  expect(await statusOf(bad.step.id)).toBe('bounced')
  await removeMailEventIntake(null, intake.id)
})

it('200: events beyond the limit of one request are counted as refused', async () => {
  const sent = await anOrganizationWithSentStep()
  const intake = await anIntake(sent.organizationId, 'generic')
  const unknown = Array.from({ length: 2000 }, (_, id) => ({ id: `${id}`, kind: 'delivered', messageId: 'x' }))
  const body = JSON.stringify([...unknown, genericBounce(describeMessage(sent))])
  expect((await intake.post(signGeneric(body, intake.secret, now()))).status).toBe(200)
  expect(await statusOf(sent.step.id)).toBe('sent')
  expect(await intake.read()).toMatchObject({ unknownCount: 2000, refusedCount: 1 })
})

it('200: an event whose id is too long to be compared is counted as refused', async () => {
  const sent = await anOrganizationWithSentStep()
  const intake = await anIntake(sent.organizationId, 'generic')
  const event = genericBounce(describeMessage(sent))
  const body = JSON.stringify([190, 191].map((length) => ({ ...event, id: 'x'.repeat(length) })))
  expect((await intake.post(signGeneric(body, intake.secret, now()))).status).toBe(200)
  expect(await intake.read()).toMatchObject({ recordedCount: 1, refusedCount: 1 })
})

it('400: a signed body that is not JSON', async () => {
  const organizationId = await anOrganization()
  const intake = await anIntake(organizationId, 'generic')
  expect((await intake.post(signGeneric('{', intake.secret, now()))).status).toBe(400)
})

it('an altered token is not replaced by an unsigned Message-ID', async () => {
  const sent = await anOrganizationWithSentStep()
  const intake = await anIntake(sent.organizationId, 'generic')
  const message = describeMessage(sent)
  const token = message.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const event = { ...genericBounce({ ...message, token }), messageId: message.messageId }
  expect((await intake.post(signGeneric(JSON.stringify(event), intake.secret, now()))).status).toBe(200)
  expect(await statusOf(sent.step.id)).toBe('sent')
})

it('an operator’s intake records events of all organizations', async () => {
  const first = await anOrganizationWithSentStep()
  const second = await anOrganizationWithSentStep()
  await db.mailEventIntake.deleteMany({ where: { organizationId: null, provider: 'generic' } })
  const intake = await anIntake(null, 'generic')
  for (const sent of [first, second]) {
    const body = JSON.stringify(genericBounce(describeMessage(sent), 'soft'))
    expect((await intake.post(signGeneric(body, intake.secret, now()))).status).toBe(200)
    expect(await statusOf(sent.step.id)).toBe('bounced')
  }
  await removeMailEventIntake(null, intake.id)
})
