import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { resetPasswordPageHandlers } from '../api/pages/account/emailed-link-pages'
import { submitForgotPassword } from '../api/pages/account/forgot-password'
import { db } from '../db'
import { channels } from '../messaging/channels'
import { setOperatorHomeOrganization } from '../organizations/operator-home-organization'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { composeVerificationEmail } from './compose-account-emails'
import { openSession } from './sessions'
import { signIn } from './sign-in'

const mailbox = await useMailbox()

let address: string
beforeEach(() => {
  address = `test-${uuidv7()}`
})

const OLD = 'the old password'
const NEW = 'the new password'

async function aPerson() {
  const email = anEmailAddress()
  const person = await anOwner({ name: 'Ada', email, password: OLD, organizationName: 'Engines' }, 'operator')
  return { ...person, email }
}

function form(path: string, fields: Record<string, string>): Request {
  return new Request(`https://feedback.example.com${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
    },
    body: new URLSearchParams(fields),
  })
}

async function withEverything(userId: string): Promise<void> {
  const at = new Date()
  await db.authenticatorApp.create({ data: { userId, secretEncrypted: 'x', confirmedAt: at } })
  const key = { credentialId: uuidv7(), publicKey: Buffer.from('x'), counter: 0, isSynced: false }
  await db.passkey.create({ data: { userId, name: 'Phone', ...key } })
  await db.recoveryCode.create({ data: { userId, codeHash: Buffer.from(uuidv7()) } })
  await db.identity.create({ data: { userId, provider: 'google', issuer: 'https://x', subject: uuidv7() } })
}

const countWays = (userId: string) =>
  Promise.all([
    db.authenticatorApp.count({ where: { userId } }),
    db.passkey.count({ where: { userId } }),
    db.recoveryCode.count({ where: { userId } }),
    db.identity.count({ where: { userId } }),
  ])

const ask = (email: string) => submitForgotPassword(form('/forgot-password', { email }))

/** Runs the email job for the pending emails to this address. */
async function sendAll(email: string): Promise<void> {
  const rows = await db.systemEmail.findMany({ where: { address: email, endedAt: null } })
  for (const { id } of rows) await sendSystemEmail(id)
}

async function tokenFor(email: string): Promise<string> {
  await ask(email)
  await sendAll(email)
  return /\/reset-password\/([\w-]{43})\b/.exec(mailbox.to(email).at(-1)?.mail.text ?? '')?.[1] ?? ''
}

const set = (token: string, password = NEW) =>
  resetPasswordPageHandlers.POST(form(`/reset-password/${token}`, { password }), token)
const statusOf = async (token: string) => {
  const result = await resetPasswordPageHandlers.GET(
    new Request(`https://feedback.example.com/reset-password/${token}`),
    token,
  )
  return 'status' in result ? result.status : null
}
const opens = async (email: string, password: string) =>
  (await signIn({ email, password }, { address, requestId: null })) !== null

describe('requesting a password reset', () => {
  it('mails a reset link only to an existing account, and answers the same for an unknown address', async () => {
    const { email } = await aPerson()
    const stranger = anEmailAddress()
    const [known, unknown] = [await ask(email.toUpperCase()), await ask(stranger)]
    expect(known).toEqual({ to: '/forgot-password?asked' })
    expect(unknown).toEqual(known)
    await sendAll(email)
    await sendAll(stranger)
    expect(mailbox.to(email)).toHaveLength(1)
    expect(mailbox.to(email)[0]?.mail.subject).toBe('Set a new password')
    expect(mailbox.to(stranger)).toEqual([])
    expect(await db.systemEmail.findFirst({ where: { address: stranger } })).toMatchObject({
      sentAt: null,
      reason: { code: 'obsolete' },
    })
  })

  it('sends at most five reset mails to one address, and answers further requests the same', async () => {
    const { email } = await aPerson()
    for (let i = 0; i < 7; i += 1) expect(await ask(email)).toEqual({ to: '/forgot-password?asked' })
    await sendAll(email)
    expect(mailbox.to(email)).toHaveLength(5)
  })

  it('captures the reset mail for the owner of the home organization when there is no mail server', async () => {
    const home = await anOrganization()
    await setOperatorHomeOrganization(home)
    const { email } = await aPerson()
    await ask(email)
    const { email: deliver } = channels
    channels.email = null
    try {
      await sendAll(email)
    } finally {
      channels.email = deliver
    }
    const captured = await db.capturedMessage.findMany({ where: { recipient: email } })
    expect(captured).toMatchObject([{ organizationId: home, visibleTo: 'owner' }])
    expect(captured[0]?.text).toMatch(/\/reset-password\/[\w-]{43}/)
  })
})

describe('the password reset link', () => {
  it('a reset link sets a password once, revokes earlier links and ends all sessions', async () => {
    const { email, userId, organizationId } = await aPerson()
    const passwordHash = (await db.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash ?? ''
    await openSession(userId, passwordHash)
    const [earlier, token] = [await tokenFor(email), await tokenFor(email)]
    expect(await statusOf(token)).toBe(200)
    const answers = await Promise.all([set(token), set(token), set(token)])
    expect(answers.filter((answer) => 'to' in answer)).toEqual([{ to: '/sign-in?done=password' }])
    expect(await db.session.count({ where: { userId } })).toBe(0)
    expect(await opens(email, OLD)).toBe(false)
    expect(await opens(email, NEW)).toBe(true)
    // Neither this link nor an earlier one.
    for (const spent of [token, earlier]) {
      expect(await set(spent, 'a third password')).toMatchObject({ status: 400 })
      expect(await statusOf(spent)).toBe(404)
    }
    expect(await opens(email, NEW)).toBe(true)
    const events = await db.auditEvent.findMany({ where: { organizationId, action: 'password.changed' } })
    expect(events).toMatchObject([{ actorId: userId, recordId: userId, address }])
  })

  it('resetting the password of an unverified account confirms its address and removes its other credentials', async () => {
    const { email, userId, organizationId } = await aPerson()
    // Simulates a sign-up with an address that the person cannot read.
    await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    await db.organization.update({ where: { id: organizationId }, data: { verifiedAt: null } })
    await withEverything(userId)
    expect(await set(await tokenFor(email))).toEqual({ to: '/sign-in?done=password' })
    const { emailVerifiedAt } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    const { verifiedAt } = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect([emailVerifiedAt, verifiedAt]).toEqual([expect.any(Date), expect.any(Date)])
    expect(await countWays(userId)).toEqual([0, 0, 0, 0])
    const events = await db.auditEvent.findMany({ where: { organizationId, recordId: userId }, orderBy: { id: 'asc' } })
    expect(events.map(({ action }) => action)).toEqual([
      'password.changed',
      'email.verified',
      'second_factor.removed',
      'identity.removed',
    ])
    const mail = await db.systemEmail.findFirstOrThrow({ where: { userId, kind: 'credentialChanged' } })
    await sendSystemEmail(mail.id)
    expect(mailbox.to(email).at(-1)?.mail.text).toContain('no one had confirmed your email address')
  })

  it('a reset link leaves the second factors and identities of a confirmed account in place', async () => {
    const { email, userId } = await aPerson()
    await withEverything(userId)
    expect(await set(await tokenFor(email))).toEqual({ to: '/sign-in?done=password' })
    expect(await countWays(userId)).toEqual([1, 1, 1, 1])
    expect(await signIn({ email, password: NEW }, { address, requestId: null })).toHaveProperty('step')
  })

  it('a reset link confirms no address and removes no credentials when no mail server is configured', async () => {
    const { email, userId } = await aPerson()
    await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    await withEverything(userId)
    const token = await tokenFor(email)
    const { email: deliver } = channels
    channels.email = null
    try {
      await set(token)
    } finally {
      channels.email = deliver
    }
    expect((await db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt).toBeNull()
    expect(await countWays(userId)).toEqual([1, 1, 1, 1])
  })

  it('refuses a reset link after half an hour', async () => {
    const { email, userId } = await aPerson()
    const token = await tokenFor(email)
    const row = await db.accountToken.findFirstOrThrow({ where: { userId } })
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(30 * 60 * 1000)
    await db.accountToken.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await set(token)).toMatchObject({ status: 400 })
    expect(await opens(email, OLD)).toBe(true)
  })

  it('refuses a reset link that is guessed, of another purpose or for a former address', async () => {
    const { email, userId } = await aPerson()
    await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    const row = await db.systemEmail.create({ data: { kind: 'verification', userId, dueAt: new Date() } })
    const composed = await composeVerificationEmail(db, row)
    const verification = /[\w-]{43}$/.exec('opens' in composed ? (composed.opens ?? '') : '')?.[0] ?? ''
    const token = await tokenFor(email)
    await db.user.update({ where: { id: userId }, data: { email: anEmailAddress() } })
    for (const guess of [verification, 'x'.repeat(43), '', token])
      expect(await set(guess)).toMatchObject({ status: 400 })
    const { email: moved } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    expect(await opens(moved, OLD)).toBe(true)
  })

  it('refuses a password that is too short on its field, and leaves the reset link valid', async () => {
    const { email } = await aPerson()
    const token = await tokenFor(email)
    expect(await set(token, 'short')).toMatchObject({
      status: 400,
      page: { failure: { faults: { password: expect.any(String) } } },
    })
    expect(await set(token)).toEqual({ to: '/sign-in?done=password' })
  })

  it('refuses a reset link submitted from another site', async () => {
    const { email } = await aPerson()
    const token = await tokenFor(email)
    const request = form(`/reset-password/${token}`, { password: NEW })
    request.headers.set('sec-fetch-site', 'cross-site')
    expect(await resetPasswordPageHandlers.POST(request, token)).toMatchObject({ status: 403 })
    expect(await opens(email, OLD)).toBe(true)
  })
})

it('audits a wrong password in the person’s organizations, and nowhere for an unknown address', async () => {
  const { email, userId, organizationId } = await aPerson()
  await aSession(organizationId)
  const elsewhere = `unknown-${uuidv7()}`
  await signIn({ email: anEmailAddress(), password: OLD }, { address: elsewhere, requestId: null })
  expect(await db.auditEvent.findMany({ where: { address: elsewhere } })).toEqual([])
  await signIn({ email, password: 'wrong' }, { address, requestId: null })
  expect(await db.auditEvent.findMany({ where: { organizationId, action: 'sign_in.refused' } })).toMatchObject([
    { actorType: 'stranger', actorId: null, recordId: userId, address },
  ])
})
