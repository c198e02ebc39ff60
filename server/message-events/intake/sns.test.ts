import { generateKeyPairSync } from 'node:crypto'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { db } from '../../db'
import { buildMessageToken } from '../../messaging/correlation'
import { buildMessageId } from '../../messaging/message-id'
import { parseNetworks } from '../../outbound/allowed-networks'
import { safeRequest } from '../../outbound/safe-request'
import { aReceiver, type Receiver } from '../../testing/servers/https-receiver'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { anOrganizationWithSentStep } from '../message-event-fixture'
import { sesBounce, sesComplaint, sesEvent, signAsSns } from '../providers/provider-examples'
import { addMailEventIntake } from './intakes'
import { receiveMailEvents } from './receive-mail-events'
import type { FetchText, SnsMessage } from './sns'

const HOST = 'sns.eu-west-1.amazonaws.com'
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail'

let receiver: Receiver
let names: NameServer
let signing: { private: string; cert: string }
let certificates = 0

beforeAll(async () => {
  signing = await generate([{ name: 'commonName', value: HOST }], { algorithm: 'sha256', keySize: 2048 })
  receiver = await aReceiver({ hosts: [HOST] })
  names = await aNameServer()
  names.set(HOST, ['127.0.0.1'])
  receiver.script((request, response) => {
    const isCertificate = request.url?.endsWith('.pem') === true
    response.end(isCertificate ? signing.cert : '<ConfirmSubscriptionResponse/>')
  })
})
afterAll(async () => {
  names.close()
  await receiver.close()
})

/** Amazon's host, at the port of the test's server. */
const fetchText: FetchText = (url) =>
  safeRequest(
    { method: 'GET', url: url.replace('.amazonaws.com/', `.amazonaws.com:${receiver.port}/`), headers: {} },
    { ...names, authorities: receiver.authorities, allowed: parseNetworks(['127.0.0.1/32']) },
  )

type Envelope = Partial<SnsMessage> & { version?: '1' | '2'; key?: string }

/** Each with a certificate of its own, because they are cached by address. */
function sign(message: object | string, { version = '2', key = signing.private, ...rest }: Envelope = {}): SnsMessage {
  certificates += 1
  const envelope = {
    Type: 'Notification' as const,
    TopicArn: TOPIC,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: now().toISOString(),
    SigningCertURL: `https://${HOST}/SimpleNotificationService-${certificates}.pem`,
    ...rest,
  }
  return signAsSns(envelope, key, version)
}

const confirmation = (data: Partial<SnsMessage> = {}) =>
  sign('You have chosen to subscribe to the topic.', {
    Type: 'SubscriptionConfirmation',
    Token: '2336412f37',
    SubscribeURL: `https://${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37`,
    ...data,
  })

async function aTopic() {
  const sent = await anOrganizationWithSentStep()
  const { id } = await addMailEventIntake(sent.organizationId, 'ses')
  const receive = async (message: unknown, fetch = fetchText) => {
    const intake = await db.mailEventIntake.findUniqueOrThrow({ where: { id } })
    return receiveMailEvents(intake, { headers: new Headers(), body: Buffer.from(JSON.stringify(message)) }, fetch)
  }
  const message = {
    token: buildMessageToken(sent.step.id),
    messageId: buildMessageId(sent.step.id),
    email: sent.contact.email,
    at: now(),
  }
  const status = async () => (await db.sendingStep.findUniqueOrThrow({ where: { id: sent.step.id } })).status
  return { ...sent, id, receive, message, status }
}

async function aConfirmedTopic() {
  const topic = await aTopic()
  expect(await topic.receive(confirmation())).toBe('received')
  return topic
}

describe('Amazon SNS', () => {
  it('a signed confirmation is answered at Amazon’s address, and binds the intake to its topic', async () => {
    const { id, receive } = await aConfirmedTopic()
    expect(receiver.requests.at(-1)?.path).toMatch(/^\/\?Action=ConfirmSubscription/)
    expect(await db.mailEventIntake.findUnique({ where: { id } })).toMatchObject({ topicArn: TOPIC })
    expect(await receive(confirmation({ TopicArn: `${TOPIC}-other` }))).toBe('refused')
  })

  it.each(['1', '2'] as const)('records a bounce with signature version %s', async (version) => {
    const { organizationId, receive, message, status } = await aConfirmedTopic()
    expect(await receive(sign(sesBounce(message), { version }))).toBe('received')
    expect(await status()).toBe('bounced')
    expect(await db.messageEvent.findFirst({ where: { organizationId } })).toMatchObject({
      kind: 'bounced',
      bounceType: 'hard',
      code: '5.1.1',
      words: '550 5.1.1 user unknown',
    })
  })

  it('a complaint unsubscribes the contact, and a transient bounce does not suppress the address', async () => {
    const complained = await aConfirmedTopic()
    await complained.receive(sign(sesComplaint(complained.message)))
    expect(await db.contact.findUnique({ where: { id: complained.contact.id } })).toMatchObject({ unsubscribed: true })
    const full = await aConfirmedTopic()
    await full.receive(sign(sesBounce(full.message, 'Transient', '5.2.2')))
    expect(await full.status()).toBe('bounced')
    expect(await db.contact.findUnique({ where: { id: full.contact.id } })).toMatchObject({ bouncedAt: null })
  })

  it('fetches a certificate once', async () => {
    const { receive, message } = await aConfirmedTopic()
    const first = sign(sesEvent('Delivery', message, { delivery: { timestamp: message.at.toISOString() } }))
    const path = new URL(first.SigningCertURL).pathname
    await receive(first)
    await receive(first)
    expect(receiver.requests.filter((request) => request.path === path)).toHaveLength(1)
  })

  it('refuses an altered message, another key, an old message, and a certificate from elsewhere', async () => {
    const { receive, message, status } = await aConfirmedTopic()
    const bounce = sesBounce(message)
    const apiCall = `https://${HOST}/?Action=GetTopicAttributes&TopicArn=x&Signature=y`
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
      publicKeyEncoding: { format: 'pem', type: 'spki' },
    })
    const old = new Date(now().getTime() - 3 * 3_600_000).toISOString()
    const refused = [
      { ...sign(sesEvent('Send', message)), Message: JSON.stringify(bounce) },
      sign(bounce, { key: privateKey }),
      sign(bounce, { Timestamp: old }),
      sign(bounce, { SigningCertURL: `https://${HOST}.evil.example/x.pem` }),
      sign(bounce, { SigningCertURL: `http://${HOST}/x.pem` }),
      sign(bounce, { SigningCertURL: `https://evil.example/${HOST}/x.pem` }),
      sign(bounce, { SigningCertURL: `https://sns.eu-west-1.amazonaws.com@evil.example/x.pem` }),
      sign(bounce, { SigningCertURL: `${apiCall}&x=/SimpleNotificationService-1.pem` }),
      sign(bounce, { SigningCertURL: `${apiCall}#SimpleNotificationService-1.pem` }),
      sign(bounce, { TopicArn: `${TOPIC}-other` }),
      bounce,
    ]
    for (const one of refused) expect(await receive(one)).toBe('refused')
    expect(await status()).toBe('sent')
  })

  it('refuses notifications before the topic is confirmed', async () => {
    const { receive, message, status } = await aTopic()
    expect(await receive(sign(sesBounce(message)))).toBe('refused')
    expect(await status()).toBe('sent')
  })

  it('throws while the certificate cannot be fetched, so that Amazon repeats the message', async () => {
    const { receive, message } = await aConfirmedTopic()
    const fetchFails: FetchText = () => Promise.reject(new Error('no connection'))
    await expect(receive(sign(sesBounce(message)), fetchFails)).rejects.toThrow('no connection')
  })
})
