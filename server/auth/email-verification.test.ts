import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { handleSessionRpc } from '../api/session/session-rpc'
import { handleSignUp } from '../api/session/sign-up'
import { handleVerifyEmail } from '../api/session/verify-email'
import { db } from '../db'
import { useMailbox } from '../testing/environment'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { getVerificationLinkState, sendVerificationEmail } from './email-verification'

const mailbox = await useMailbox()

let address: string
beforeEach(() => {
  address = `test-${uuidv7()}`
})

function post(path: string, body: object, headers: Record<string, string> = {}): Request {
  return new Request(`https://feedback.example.com${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

async function signUp(headers: Record<string, string> = {}) {
  const email = anEmailAddress()
  const fields = { name: 'Ada Lovelace', email, password: 'long enough', organizationName: 'Your <Bank>' }
  const response = await handleSignUp(post('/api/auth/sign-up', fields, headers))
  expect(response.status).toBe(201)
  const { data } = (await response.json()) as { data: { userId: string; organizationId: string; verification: string } }
  return { email, ...data }
}

const tokenIn = (text = '') => /https:\/\/feedback\.example\.com\/verify-email\/([\w-]{43})\b/.exec(text)?.[1] ?? ''
const tokenFor = async (email: string) => tokenIn((await mailbox.waitFor(email)).at(-1)?.mail.text)
const press = (token: string) => handleVerifyEmail(post('/api/auth/verify-email', { token }))
const verifiedAt = async (organizationId: string) =>
  (await db.organization.findUniqueOrThrow({ where: { id: organizationId } })).verifiedAt

describe('signing up', () => {
  it('201: creates an unverified organization and sends one verification mail without user-supplied text', async () => {
    const { email, organizationId, verification } = await signUp()

    expect(verification).toBe('sent')
    expect(await verifiedAt(organizationId)).toBeNull()
    const [mail, ...more] = await mailbox.waitFor(email)
    expect(more).toEqual([])
    expect(mail?.mail).toMatchObject({
      subject: 'Confirm your email address',
      from: { address: 'feedback@mail.example.com' },
    })
    expect(tokenIn(mail?.mail.html)).toBe(tokenIn(mail?.mail.text))
    expect(mail?.mail.text).toContain('signed up at feedback.example.com')
    // The address may belong to another person: the email must not contain anything that the user entered.
    expect(mail?.raw).not.toMatch(/Lovelace|Bank/)
  })

  it('sends the verification mail in the language of the browser', async () => {
    const { email } = await signUp({ 'accept-language': 'fr-FR,fr;q=0.9' })
    const [mail] = await mailbox.waitFor(email)
    expect(mail?.mail.subject).toBe('Confirmez votre adresse e-mail')
  })

  it('201: creates the account and reports the failed verification mail when the mail server rejects it', async () => {
    mailbox.fault({ at: 'data', code: 554, text: '5.6.0 not this message' })
    expect(await signUp()).toMatchObject({ verification: 'failed' })
  })
})

describe('a verification link', () => {
  it('200: verifies the organization when the link is submitted, not when it is viewed; 400: on reuse', async () => {
    const { email, organizationId } = await signUp()
    const token = await tokenFor(email)

    for (let i = 0; i < 3; i += 1) expect(await getVerificationLinkState(token)).toEqual({ state: 'open', email })
    expect(await verifiedAt(organizationId)).toBeNull()

    const presses = await Promise.all([press(token), press(token), press(token)])
    expect(presses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(await verifiedAt(organizationId)).not.toBeNull()
    expect(await getVerificationLinkState(token)).toEqual({ state: 'verified' })
  })

  it('stores a verification token only as its SHA-256 hash', async () => {
    const { email, userId } = await signUp()
    const token = await tokenFor(email)
    const rows = await db.accountToken.findMany({ where: { userId } })
    expect(rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex'))).toEqual([
      createHash('sha256').update(token).digest('hex'),
    ])
  })

  it('400: refuses a verification link that is unknown or older than 24 hours', async () => {
    const { email, userId, organizationId } = await signUp()
    const token = await tokenFor(email)
    const [row] = await db.accountToken.findMany({ where: { userId } })
    expect(row && row.expiresAt.getTime() - row.createdAt.getTime()).toBe(24 * 60 * 60 * 1000)
    await db.accountToken.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } })

    expect((await press(token)).status).toBe(400)
    expect((await press('x'.repeat(43))).status).toBe(400)
    expect(await getVerificationLinkState(token)).toEqual({ state: 'expired' })
    expect(await getVerificationLinkState('x'.repeat(43))).toEqual({ state: 'unknown' })
    expect(await verifiedAt(organizationId)).toBeNull()
  })

  it('400: refuses a verification link sent to an address the person no longer uses', async () => {
    const { email, userId, organizationId } = await signUp()
    const token = await tokenFor(email)
    await db.user.update({ where: { id: userId }, data: { email: anEmailAddress('other') } })
    expect((await press(token)).status).toBe(400)
    expect(await verifiedAt(organizationId)).toBeNull()
  })

  it('403: refuses a verification link submitted from another site', async () => {
    const { email, organizationId } = await signUp()
    const request = post('/api/auth/verify-email', { token: await tokenFor(email) }, { 'sec-fetch-site': 'cross-site' })
    expect((await handleVerifyEmail(request)).status).toBe(403)
    expect(await verifiedAt(organizationId)).toBeNull()
  })

  it('verifies the organization a person owns, not one where they are an admin', async () => {
    const { email, userId, organizationId } = await signUp()
    const foreign = await anOrganization({ verifiedAt: null })
    await db.membership.create({ data: { organizationId: foreign, userId, role: 'admin' } })
    await press(await tokenFor(email))
    expect(await verifiedAt(organizationId)).not.toBeNull()
    expect(await verifiedAt(foreign)).toBeNull()
  })
})

describe('resending the verification mail', () => {
  const resend = async (cookie: string) => {
    const request = post('/api/trpc/account.resendVerification', {}, { cookie })
    const response = await handleSessionRpc(request)
    return { status: response.status, body: (await response.json()) as unknown }
  }

  it('200: resends a verification link without revoking the earlier one; 429: twice within a minute', async () => {
    const organizationId = await anOrganization({ verifiedAt: null })
    const { cookie, userId } = await aSession(organizationId, 'owner')
    const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    expect(await sendVerificationEmail(userId)).toBe('sent')

    expect(await resend(cookie)).toMatchObject({ status: 200, body: { result: { data: { data: { mail: 'sent' } } } } })
    expect((await resend(cookie)).status).toBe(429)
    const mails = await mailbox.waitFor(email, 2)
    expect(mails).toHaveLength(2)
    expect((await press(tokenIn(mails[0]?.mail.text))).status).toBe(200)
    expect(await sendVerificationEmail(userId)).toBe('not_needed')
  })

  it.each(['admin', 'member'] as const)(
    '200: mails a person with the role %s a link that confirms their email address',
    async (role) => {
      const { cookie, userId } = await aSession(await anOrganization({ verifiedAt: null }), role)
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
      expect((await resend(cookie)).status).toBe(200)
      const [mail] = await mailbox.waitFor(email)
      expect(mail?.mail.text).toContain('has an account at feedback.example.com')
      expect((await press(tokenIn(mail?.mail.text))).status).toBe(200)
      expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ emailVerifiedAt: expect.any(Date) })
    },
  )
})
