import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmEmail, sendVerificationEmail } from '../auth/email-verification'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { waitForLockWaiters } from '../testing/database/locks'
import { useMailbox } from '../testing/environment'
import { aContact, anApiKey, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { aDelivery } from '../testing/factories/webhooks'
import { sendRestRequest } from '../testing/rest-client'
import { runSendingsAndReadState } from '../testing/sendings'
import { aWebhookReceiver } from '../testing/servers/webhook-receiver'
import { transact } from '../unit-of-work'
import { queueFailureNotice } from '../webhooks/failure-notices/queue-failure-notice'
import { resumeOrganization, suspendOrganization } from './operator-actions'
import { cancelOrganizationDeletion } from './organization-deletion'
import { resumePostponedWork } from './resume-postponed-work'

const mailbox = await useMailbox()

let hooks: Awaited<ReturnType<typeof aWebhookReceiver>>
beforeAll(async () => {
  hooks = await aWebhookReceiver()
})
afterAll(async () => {
  await hooks.close()
  await mailbox.close()
})

async function aRun(organizationId: string) {
  const contact = await aContact(organizationId)
  const sequence = await aSequence(organizationId)
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  const read = () => db.sending.findUniqueOrThrow({ where: { id: sending.id }, include: { steps: true } })
  return {
    run: () => runSendingsAndReadState(organizationId, sending.id),
    read,
    mails: () => mailbox.to(contact.email),
  }
}

async function confirm(userId: string, email: string) {
  const before = mailbox.to(email).length
  expect(await sendVerificationEmail(userId)).toBe('sent')
  const mails = await mailbox.waitFor(email, before + 1)
  await confirmEmail(/verify-email\/([\w-]+)/.exec(mails.at(-1)?.mail.text ?? '')?.[1] ?? '', UNKNOWN_REQUEST_ORIGIN)
}

describe('an unverified organization', () => {
  it('holds the sequence steps of an unverified organization with a reason, and resumes them once verified', async () => {
    const organizationId = await anOrganization({ verifiedAt: null })
    const owner = await aMember(organizationId, 'owner')
    const { run, read, mails } = await aRun(organizationId)

    expect(await run()).toEqual({ state: 'paused' })
    const sending = await read()
    expect(sending).toMatchObject({ endedAt: null, dueAt: null, steps: [{ status: 'scheduled', claimedAt: null }] })
    expect(sending.steps[0]?.reason).toMatchObject({ code: 'verification' })
    expect(mails()).toEqual([])

    await confirm(owner.userId, owner.email)
    expect((await read()).dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'completed', steps: [{ status: 'sent', reason: null }] })
  })

  it('holds webhooks of an unverified organization without using an attempt, and delivers once verified', async () => {
    const organizationId = await anOrganization({ verifiedAt: null })
    const owner = await aMember(organizationId, 'owner')
    const hook = await hooks.subscribe(['new_contact'], [200], organizationId)
    const { id } = await aDelivery(organizationId, hook.id)
    const read = () => db.webhookDelivery.findUniqueOrThrow({ where: { id } })

    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(await read()).toMatchObject({
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: null,
      reason: 'verification',
    })
    expect(hook.requests()).toEqual([])

    await confirm(owner.userId, owner.email)
    expect(await read()).toMatchObject({ nextAttemptAt: expect.any(Date) as Date, reason: null })
    await hook.attempt(id)
    expect(await read()).toMatchObject({ status: 'succeeded', attemptCount: 1 })
    expect(hook.requests()).toHaveLength(1)
  })

  it('sends no webhook failure notice to the owners of an unverified organization until it is verified', async () => {
    const organizationId = await anOrganization({ verifiedAt: null })
    const owner = await aMember(organizationId, 'owner')
    const hook = await hooks.subscribe(['new_contact'], [500], organizationId)
    await transact((work) => queueFailureNotice(work, organizationId, hook.id))
    const notice = await db.systemEmail.findFirstOrThrow({ where: { organizationId } })

    expect(await sendSystemEmail(notice.id)).toMatchObject({ state: 'waiting' })
    expect(mailbox.to(owner.email)).toEqual([])

    await confirm(owner.userId, owner.email)
    expect(await sendSystemEmail(notice.id)).toEqual({ state: 'ended', isSent: true })
    expect(mailbox.to(owner.email)).toHaveLength(2)
  })

  it('does not leave a step held when its organization is verified concurrently', async () => {
    const organizationId = await anOrganization({ verifiedAt: null })
    const { run, read, mails } = await aRun(organizationId)
    const [isWritten, written] = aSignal()
    const [mayCommit, commit] = aSignal()
    const verifying = transact(async (work) => {
      await work.tx.organization.update({ where: { id: organizationId }, data: { verifiedAt: new Date() } })
      await resumePostponedWork(work, organizationId)
      written()
      await mayCommit
    })
    await isWritten
    // Uncommitted: the step still sees an unverified organization.
    const state = run()
    await Promise.race([state, waitForLockWaiters('%FROM organization%FOR SHARE%')])
    commit()
    await verifying

    expect(await state).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'completed' })
  })
})

describe('a suspended organization', () => {
  it('sends and delivers nothing for a suspended organization until it is resumed', async () => {
    const organizationId = await anOrganization()
    const { run, read, mails } = await aRun(organizationId)
    const hook = await hooks.subscribe(['new_contact'], [200], organizationId)
    const { id } = await aDelivery(organizationId, hook.id)
    await suspendOrganization(organizationId, 'Complaints from a bank')

    expect(await run()).toEqual({ state: 'paused' })
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect((await read()).steps[0]?.reason).toMatchObject({ code: 'suspended' })
    expect(mails()).toEqual([])
    expect(hook.requests()).toEqual([])

    await resumeOrganization(organizationId)
    expect(await run()).toEqual({ state: 'ended' })
    await hook.attempt(id)
    expect(mails()).toHaveLength(1)
    expect(hook.requests()).toHaveLength(1)
  })

  it('403: refuses API keys of a suspended organization until it is resumed', async () => {
    const organizationId = await anOrganization()
    const { key } = await anApiKey(organizationId, ['contacts:read'])
    await suspendOrganization(organizationId, 'Complaints from a bank')

    const refused = await sendRestRequest(key, 'GET /contacts')
    expect(refused.headers.get('ratelimit')).toMatch(/"minute"/)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('suspended') as string } },
    })
    await resumeOrganization(organizationId)
    expect((await sendRestRequest(key, 'GET /contacts')).status).toBe(200)
  })
})

function aSignal(): [Promise<void>, () => void] {
  let give = () => undefined as void
  const signalled = new Promise<void>((resolve) => {
    give = resolve
  })
  return [signalled, give]
}

describe('an organization pending deletion', () => {
  it('sends and delivers nothing for an organization pending deletion until that is cancelled', async () => {
    const organizationId = await anOrganization()
    const { userId } = await aMember(organizationId, 'owner')
    const { run, read, mails } = await aRun(organizationId)
    const hook = await hooks.subscribe(['new_contact'], [200], organizationId)
    const { id } = await aDelivery(organizationId, hook.id)
    await db.organization.update({ where: { id: organizationId }, data: { deletesAt: new Date(Date.now() + 1000) } })

    expect(await run()).toEqual({ state: 'paused' })
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect((await read()).steps[0]?.reason).toMatchObject({ code: 'deletion' })
    expect(mails()).toEqual([])
    expect(hook.requests()).toEqual([])

    await cancelOrganizationDeletion(organizationId, { userId })
    expect(await run()).toEqual({ state: 'ended' })
    await hook.attempt(id)
    expect(mails()).toHaveLength(1)
    expect(hook.requests()).toHaveLength(1)
  })
})
