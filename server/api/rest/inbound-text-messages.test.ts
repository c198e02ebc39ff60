import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { POST } from '@/app/api/twilio/messages/route'
import { deleteContact } from '../../contacts/delete-contact'
import { mergeContacts } from '../../contacts/merge/merge-contacts'
import { loadSmsOptOuts, lockAndLoadSmsOptOuts } from '../../contacts/sms-opt-outs'
import { getContactTimeline } from '../../contacts/timeline/contact-timeline'
import { db } from '../../db'
import { env } from '../../env'
import { getContactReachability } from '../../sequences/sending/contact-reachability'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { useFakeTwilio } from '../../testing/environment'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { ageSending, aSending, aSequence, NEVER_QUIET } from '../../testing/factories/sequences'
import { aMember } from '../../testing/factories/sessions'
import { runSendings } from '../../testing/sendings'
import { openTwilioWebhooks, type TwilioWebhooks } from '../../testing/servers/twilio-webhooks'

const PATH = '/api/twilio/messages'
const STOPPED_NUMBER = { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 }
const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
const twilio = await useFakeTwilio()
let webhooks: TwilioWebhooks

beforeAll(async () => {
  webhooks = await openTwilioWebhooks(env.baseUrl, twilio.authToken, (request) => POST(request, {}))
})
afterAll(() => webhooks.close())

const aPhone = () => `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const aMessageSid = () => `SM${randomBytes(16).toString('hex')}`

type Answer = Partial<Record<'MessageSid' | 'OptOutType', string>>

function answer(phone: string, text: string, fields: Answer = {}, options: Parameters<TwilioWebhooks['post']>[2] = {}) {
  const parameters = {
    MessageSid: aMessageSid(),
    From: phone,
    To: '+15005550006',
    Body: text,
    NumMedia: '0',
    ...fields,
  }
  return webhooks.post(PATH, parameters, options)
}

/** An organization that has texted a number, and has a second text message for it. */
async function aTextingOrganization(phone: string, data: Parameters<typeof anOrganization>[0] = {}) {
  const organizationId = await anOrganization({ ...NEVER_QUIET, ...data })
  const contact = await aContact(organizationId, { phone })
  const sequence = await aSequence(organizationId, [
    { type: 'sms', body: { en: 'Hello' } },
    { type: 'sms', body: { en: 'Are you there?' }, delay: 3600 },
    { type: 'email', subject: { en: 'Hello' }, body: { en: 'By mail' } },
  ])
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const finish = async () => {
    await ageSending(sending.id, 3600)
    await runSendings(organizationId)
    return db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
  }
  const isOptedOut = async () => (await loadSmsOptOuts(db, organizationId, [phone])).has(phone)
  return { organizationId, contact, sending, finish, isOptedOut }
}

describe('POST /api/twilio/messages', () => {
  it('200: STOP between two text messages stops the second, and mails go on', async () => {
    const phone = aPhone()
    const { organizationId, contact, finish } = await aTextingOrganization(phone)
    expect(twilio.to(phone)).toHaveLength(1)
    expect(await answer(phone, 'STOP')).toEqual({ status: 200, body: EMPTY, type: 'text/xml; charset=utf-8' })
    const [first, second, mail] = await finish()
    expect(first).toMatchObject({ status: 'sent' })
    expect(second).toMatchObject({ status: 'skipped', reason: { code: 'smsOptedOut' } })
    expect(mail).toMatchObject({ status: 'captured', channel: 'email' })
    expect(twilio.to(phone)).toHaveLength(1)
    expect(await getContactReachability(organizationId, contact.id)).toMatchObject({
      email: null,
      sms: { code: 'smsOptedOut' },
      smsOptedOutAt: expect.any(String),
    })
    const { entries } = await getContactTimeline(organizationId, { id: contact.id, group: 'changes' })
    expect(entries[0]).toMatchObject({ kind: 'smsOptedOut', phone, actor: { type: 'stranger' } })
  })

  it('200: START resumes the text messages to that number only', async () => {
    const [phone, other] = [aPhone(), aPhone()]
    const resumed = await aTextingOrganization(phone)
    const silent = await aTextingOrganization(other)
    await answer(phone, 'STOP')
    await answer(other, 'STOP')
    expect((await answer(phone, 'START')).body).toBe(EMPTY)
    expect((await resumed.finish())[1]).toMatchObject({ status: 'sent' })
    expect((await silent.finish())[1]).toMatchObject({ status: 'skipped', reason: { code: 'smsOptedOut' } })
  })

  it('200: answers ARRÊT in French, because Twilio does not know it', async () => {
    const phone = aPhone()
    const { isOptedOut } = await aTextingOrganization(phone, { name: 'Café & Co' })
    const { body } = await answer(phone, ' Arre\u0302t. ')
    expect(body).toContain(
      '<Message>Café &amp; Co : vous ne recevrez plus de SMS de notre part. Répondez START pour en recevoir de nouveau.</Message>',
    )
    expect(await isOptedOut()).toBe(true)
  })

  it('200: says nothing where Advanced Opt-Out of Twilio has answered already', async () => {
    const phone = aPhone()
    const { isOptedOut } = await aTextingOrganization(phone)
    expect((await answer(phone, 'ARRET', { OptOutType: 'STOP' })).body).toBe(EMPTY)
    expect(await isOptedOut()).toBe(true)
    expect((await answer(phone, 'Basta', { OptOutType: 'START' })).body).toBe(EMPTY)
    expect(await isOptedOut()).toBe(false)
  })

  it('200: answers a word that English and French share in the language of the organization, where Twilio does not', async () => {
    const configured = env.twilio
    onTestFinished(() => void Object.assign(env, { twilio: configured }))
    Object.assign(env, { twilio: configured && { ...configured, answersKeywords: false } })
    const [french, english] = [aPhone(), aPhone()]
    const { organizationId } = await aTextingOrganization(french)
    await db.organization.update({ where: { id: organizationId }, data: { defaultLanguage: 'fr' } })
    await aTextingOrganization(english)
    expect((await answer(french, 'Stop')).body).toContain('vous ne recevrez plus de SMS')
    expect((await answer(french, 'START')).body).toContain('vous recevrez de nouveau des SMS')
    expect((await answer(english, 'STOP')).body).toContain('you will get no more text messages')
    expect((await answer(french, 'HELP')).body).toContain('asks for your feedback')
  })

  it('200: answers HELP itself where Twilio does not', async () => {
    const phone = aPhone()
    await aTextingOrganization(phone, { name: 'Harbour Inn' })
    expect((await answer(phone, 'HELP')).body).toBe(EMPTY)
    const { body } = await answer(phone, 'aide')
    expect(body).toContain('<Message>Harbour Inn vous demande votre avis par SMS.')
  })

  it('200: HELP names the address that gets the replies of the latest organization: a confirmed one, or a member’s', async () => {
    const phone = aPhone()
    const { organizationId } = await aTextingOrganization(phone)
    expect((await answer(phone, 'aide')).body).not.toContain('Contact')
    const { userId } = await aMember(organizationId, 'owner')
    const { email } = await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
    const where = { id: organizationId }
    await db.organization.update({ where, data: { replyToUserId: userId } })
    expect((await answer(phone, 'aide')).body).toContain(`Contact : ${email}`)
    await db.organization.update({ where, data: { replyToUserId: null, replyToEmail: 'answers@harbour.example' } })
    expect((await answer(phone, 'aide')).body).toContain('Contact : answers@harbour.example')
  })

  it('200: STOP counts for every organization that texted the number, other words for the latest', async () => {
    const phone = aPhone()
    const [one, other] = [await aTextingOrganization(phone), await aTextingOrganization(phone)]
    const stranger = await aTextingOrganization(aPhone())
    expect((await answer(phone, '9, great <service>')).body).toBe(EMPTY)
    const events = (organizationId: string) => db.contactEvent.findMany({ where: { organizationId } })
    expect(await events(one.organizationId)).toEqual([])
    expect(await events(other.organizationId)).toMatchObject([
      { kind: 'smsReceived', contactId: other.contact.id, details: { phone, text: '9, great <service>' } },
    ])
    await answer(phone, 'STOP')
    expect(await Promise.all([one, other, stranger].map(({ isOptedOut }) => isOptedOut()))).toEqual([true, true, false])
  })

  it('200: takes yes for START only from a number that answered STOP', async () => {
    const phone = aPhone()
    const { organizationId, isOptedOut } = await aTextingOrganization(phone)
    await answer(phone, 'Oui')
    expect(await db.contactEvent.findMany({ where: { organizationId } })).toMatchObject([{ kind: 'smsReceived' }])
    await answer(phone, 'STOP')
    await answer(phone, 'Oui')
    expect(await isOptedOut()).toBe(false)
  })

  it('200: a message that Twilio repeats has no effect, also after a START', async () => {
    const phone = aPhone()
    const { organizationId, contact, isOptedOut } = await aTextingOrganization(phone)
    const repeated = { MessageSid: aMessageSid() }
    await Promise.all([answer(phone, 'STOP', repeated), answer(phone, 'STOP', repeated)])
    await answer(phone, 'START')
    await answer(phone, 'STOP', repeated)
    expect(await isOptedOut()).toBe(false)
    const { entries } = await getContactTimeline(organizationId, { id: contact.id, group: 'changes' })
    expect(entries.map(({ kind }) => kind)).toEqual(['smsOptedIn', 'smsOptedOut', 'created'])
  })

  it('403: without effect unless Twilio signed it, with this token, for this address and content', async () => {
    const phone = aPhone()
    const { isOptedOut } = await aTextingOrganization(phone)
    const refused = await Promise.all([
      answer(phone, 'STOP', {}, { signature: null }),
      answer(phone, 'STOP', {}, { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }),
      answer(phone, 'STOP', {}, { authToken: 'f'.repeat(32) }),
      answer(phone, 'STOP', {}, { signedUrl: `https://evil.example${PATH}` }),
      answer(phone, 'STOP', {}, { signedUrl: `${env.baseUrl}/api/twilio/status` }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await isOptedOut()).toBe(false)
  })

  it('200: a number that was never texted, and a message without a number, have no effect', async () => {
    expect(await answer(aPhone(), 'STOP')).toMatchObject({ status: 200, body: EMPTY })
    expect(await answer('HARBOUR', 'STOP')).toMatchObject({ status: 200, body: EMPTY })
    expect(await webhooks.post(PATH, { Body: 'STOP' })).toMatchObject({ status: 200, body: EMPTY })
  })
})

describe('an opt-out by STOP', () => {
  it('survives the deletion of the contact, as a hash, and holds for the next contact with the number', async () => {
    const phone = aPhone()
    const { organizationId, contact, isOptedOut } = await aTextingOrganization(phone)
    await answer(phone, 'STOP')
    await deleteContact(organizationId, contact.id)
    expect(await db.smsOptOut.findMany({ where: { organizationId } })).toMatchObject([{ phone: null }])
    const again = await aContact(organizationId, { phone })
    expect(await isOptedOut()).toBe(true)
    expect(await getContactReachability(organizationId, again.id)).toMatchObject({ sms: { code: 'smsOptedOut' } })
  })

  it('survives a merge of contacts', async () => {
    const phone = aPhone()
    const { organizationId, contact, isOptedOut } = await aTextingOrganization(phone)
    await answer(phone, 'STOP')
    const kept = await aContact(organizationId, { phone: null })
    await mergeContacts(organizationId, { id: kept.id, otherId: contact.id, fromOther: ['phone'] })
    expect(await isOptedOut()).toBe(true)
    expect(await getContactReachability(organizationId, kept.id)).toMatchObject({ sms: { code: 'smsOptedOut' } })
  })

  it('is recorded when Twilio refuses a message because of a STOP that the service did not receive, and lifted by START', async () => {
    const phone = aPhone()
    const refused = await aTextingOrganization(phone)
    const other = await aTextingOrganization(phone)
    const { organizationId, contact, isOptedOut } = refused
    twilio.fault(STOPPED_NUMBER)
    expect((await refused.finish())[1]).toMatchObject({ status: 'bounced', reason: { values: { cause: 'optedOut' } } })
    expect([await isOptedOut(), await other.isOptedOut()]).toEqual([true, false])
    const { entries } = await getContactTimeline(organizationId, { id: contact.id, group: 'changes' })
    expect(entries[0]).toMatchObject({ kind: 'smsOptedOut', phone, actor: { type: 'stranger' } })
    await answer(phone, 'START')
    expect(await isOptedOut()).toBe(false)
  })

  it('that Twilio tells with its refusal stops a text message that is due at once', async () => {
    const [organizationId, phone] = [await anOrganization(NEVER_QUIET), aPhone()]
    const contact = await aContact(organizationId, { phone })
    const texts = [
      { type: 'sms', body: { en: 'Hello' } },
      { type: 'sms', body: { en: 'Are you there?' } },
    ]
    const sequence = await aSequence(organizationId, texts)
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    const before = twilio.countRequests()
    twilio.fault(STOPPED_NUMBER)
    await runSendings(organizationId)
    expect(twilio.countRequests() - before).toBe(1)
    const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
    expect(steps).toMatchObject([{ status: 'bounced' }, { status: 'skipped', reason: { code: 'smsOptedOut' } }])
  })

  it('waits for a message that is being decided about: it is claimed before the STOP, or not at all', async () => {
    const phone = aPhone()
    const { organizationId, isOptedOut } = await aTextingOrganization(phone)
    const { tx, commit } = await openTransaction()
    expect(await lockAndLoadSmsOptOuts(tx, organizationId, [phone])).toEqual(new Map())
    const stop = answer(phone, 'STOP')
    await waitForLockWaiters('%pg_advisory_xact_lock%')
    expect(await isOptedOut()).toBe(false)
    await commit()
    await stop
    expect(await isOptedOut()).toBe(true)
  })

  it('and a concurrent message agree in the order of their times', async () => {
    for (let round = 0; round < 4; round += 1) {
      const phone = aPhone()
      const { organizationId, sending } = await aTextingOrganization(phone)
      await ageSending(sending.id, 3600)
      await Promise.all([runSendings(organizationId), answer(phone, 'STOP')])
      const optOut = await db.smsOptOut.findFirstOrThrow({ where: { organizationId } })
      const second = await db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id, position: 1 } })
      const isSent = second.claimedAt !== null && second.claimedAt <= optOut.createdAt
      expect(second).toMatchObject(isSent ? { status: 'sent' } : { status: 'skipped', reason: { code: 'smsOptedOut' } })
      expect(twilio.to(phone)).toHaveLength(isSent ? 2 : 1)
    }
  })
})
