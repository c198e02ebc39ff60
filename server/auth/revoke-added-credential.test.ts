import { Secret, TOTP } from 'otpauth'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { resetPasswordPageHandlers, revokeCredentialPageHandlers } from '../api/pages/account/emailed-link-pages'
import { submitPasskeySignIn } from '../api/pages/account/passkey-sign-in'
import { handleSessionRpc } from '../api/session/session-rpc'
import { db } from '../db'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { createVirtualAuthenticator } from '../testing/clients/virtual-authenticator'
import { useMailbox } from '../testing/environment'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { type AccountTokenPurpose, issueAccountToken } from './account-token'
import { createPasskeyChallenge } from './second-factor/passkeys'
import { serializeSessionCookie } from './session-cookie'
import { signIn } from './sign-in'

const mailbox = await useMailbox()

const ORIGIN = 'https://feedback.example.com'
const PASSWORD = 'a password that leaked'
const NEW = 'the new password'

let person: { userId: string; organizationId: string; email: string }
let address: string

beforeEach(async () => {
  address = `test-${uuidv7()}`
  person = await anOwner(
    { name: 'Ada', email: anEmailAddress(), password: PASSWORD, organizationName: 'Engines' },
    'operator',
  )
})

const request = (path: string, body: URLSearchParams | object, site = 'same-origin') =>
  new Request(ORIGIN + path, {
    method: 'POST',
    headers: {
      'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json',
      'sec-fetch-site': site,
      'x-forwarded-for': address,
    },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  })

const enter = (password: string) => signIn({ email: person.email, password }, { address, requestId: null })

/** A second browser of a user who knows the password. */
async function signedIn() {
  const opened = await enter(PASSWORD)
  if (!opened || !('sessionId' in opened)) throw new Error('not signed in')
  const [cookie = ''] = (await serializeSessionCookie(opened)).split(';')
  return async (procedure: string, input: object) => {
    const rpcRequest = request(`/api/trpc/${procedure}`, input)
    rpcRequest.headers.set('cookie', cookie)
    const response = await handleSessionRpc(rpcRequest)
    const body = await response.json()
    return { status: response.status, data: body.result?.data.data }
  }
}
type Call = Awaited<ReturnType<typeof signedIn>>

async function addPasskey(call: Call) {
  const device = createVirtualAuthenticator(ORIGIN)
  const { data } = await call('account.beginPasskey', { current: PASSWORD })
  const response = device.register(data.options)
  const added = await call('account.addPasskey', { token: data.token, name: 'Phone', response })
  expect(added.status).toBe(200)
  return device
}

async function addApp(call: Call): Promise<void> {
  const { data } = await call('account.beginAuthenticatorApp', { current: PASSWORD })
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
  expect((await call('account.confirmAuthenticatorApp', { code })).status).toBe(200)
}

async function passkeyOpens(device: ReturnType<typeof createVirtualAuthenticator>): Promise<boolean> {
  const { token, options } = await createPasskeyChallenge(null)
  const answer = await submitPasskeySignIn(request('/sign-in/passkey', { token, response: device.assert(options) }))
  return answer.status === 200
}

/** Runs the email job for the pending emails. @returns the link of the last one that has a link. */
async function link(): Promise<string> {
  const rows = await db.systemEmail.findMany({
    where: { userId: person.userId, endedAt: null },
    orderBy: { id: 'asc' },
  })
  for (const { id } of rows) await sendSystemEmail(id)
  const texts = mailbox.to(person.email).map(({ mail }) => mail.text ?? '')
  return texts.flatMap((text) => /\/take-back\/([\w-]{43})\b/.exec(text)?.[1] ?? []).at(-1) ?? ''
}

const press = (token: string, site?: string) =>
  revokeCredentialPageHandlers.POST(request(`/take-back/${token}`, new URLSearchParams(), site), token)
const look = async (token: string) => {
  const result = await revokeCredentialPageHandlers.GET(new Request(`${ORIGIN}/take-back/${token}`), token)
  return 'page' in result ? [result.status, result.page.link.state] : result
}
const count = async () => ({
  passkeys: await db.passkey.count({ where: { userId: person.userId } }),
  apps: await db.authenticatorApp.count({ where: { userId: person.userId } }),
  codes: await db.recoveryCode.count({ where: { userId: person.userId } }),
  sessions: await db.session.count({ where: { userId: person.userId } }),
})

describe('undo links for added credentials', () => {
  it('undoing an added passkey removes it, ends all sessions and leads to setting a new password', async () => {
    const thief = await signedIn()
    const device = await addPasskey(thief)
    await thief('account.requestEmailChange', { email: anEmailAddress(), current: PASSWORD })
    expect(await passkeyOpens(device)).toBe(true)
    const token = await link()
    const before = await count()
    expect(before).toMatchObject({ passkeys: 1, codes: 10 })
    expect(await look(token), 'mail scanners look, too').toEqual([200, 'open'])
    expect(await count()).toEqual(before)

    const answer = await press(token)
    expect(answer).toEqual({ to: expect.stringMatching(/^\/reset-password\/[\w-]{43}$/) })
    expect(await passkeyOpens(device)).toBe(false)
    expect(await count()).toEqual({ passkeys: 0, apps: 0, codes: 0, sessions: 0 })
    expect((await thief('account.renewRecoveryCodes', { current: PASSWORD })).status).toBe(401)
    expect(await db.emailChange.count({ where: { userId: person.userId } })).toBe(0)
    const events = await db.auditEvent.findMany({ where: { recordId: person.userId, action: 'passkey.removed' } })
    expect(events).toMatchObject([{ actorId: person.userId, address }])
    await link()
    expect(mailbox.to(person.email).map(({ mail }) => mail.subject)).toContain(
      'A passkey was removed from your account',
    )

    const to = 'to' in answer ? answer.to : ''
    const set = request(to, new URLSearchParams({ password: NEW }))
    expect(await resetPasswordPageHandlers.POST(set, to.split('/').at(-1) ?? '')).toEqual({
      to: '/sign-in?done=password',
    })
    expect(await enter(PASSWORD)).toBeNull()
    expect(await enter(NEW)).toHaveProperty('sessionId')
  })

  it('an undo link removes only the credential it was issued for, and leaves others and their recovery codes', async () => {
    const call = await signedIn()
    await addApp(call)
    const ofApp = await link()
    const device = await addPasskey(call)
    const ofPasskey = await link()
    expect(ofPasskey).not.toBe(ofApp)
    await press(ofPasskey)
    expect(await count(), 'the codes came with the app').toMatchObject({ passkeys: 0, apps: 1, codes: 10 })
    expect(await passkeyOpens(device)).toBe(false)

    await db.authenticatorApp.delete({ where: { userId: person.userId } })
    await addApp(await signedIn())
    expect(await look(ofApp), 'another app').toEqual([200, 'gone'])
    expect(await press(ofApp)).toMatchObject({ status: 400 })
    expect(await count()).toMatchObject({ apps: 1 })
  })

  it('undoing a credential deletes the recovery codes issued with it, even if another one was added since', async () => {
    const call = await signedIn()
    const device = await addPasskey(call)
    const token = await link()
    await addApp(call)
    await press(token)
    expect(await passkeyOpens(device)).toBe(false)
    expect(await count()).toMatchObject({ passkeys: 0, apps: 1, codes: 0 })
  })

  it('an undo link works once, for a week, only for the current address and not from another site', async () => {
    await addPasskey(await signedIn())
    const token = await link()
    const row = await db.accountToken.findFirstOrThrow({ where: { userId: person.userId, purpose: 'takeBack' } })
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(7 * 24 * 3_600_000)
    expect(await press(token, 'cross-site')).toMatchObject({ status: 403 })
    await db.user.update({ where: { id: person.userId }, data: { email: `x${person.email}` } })
    expect(await look(token)).toEqual([404, 'unknown'])
    await db.user.update({ where: { id: person.userId }, data: { email: person.email } })
    await db.accountToken.update({ where: { tokenHash: row.tokenHash }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await look(token)).toEqual([410, 'expired'])
    expect(await press(token)).toMatchObject({ status: 400 })
    expect(await count()).toMatchObject({ passkeys: 1 })
    await db.accountToken.update({ where: { tokenHash: row.tokenHash }, data: { expiresAt: row.expiresAt } })
    const answers = await Promise.all([press(token), press(token), press(token)])
    expect(answers.filter((answer) => 'to' in answer)).toHaveLength(1)
    await addPasskey(await signedIn())
    expect(await press(token)).toMatchObject({ status: 400 })
    expect(await look(token)).toEqual([200, 'gone'])
    expect(await count()).toMatchObject({ passkeys: 1 })
  })

  it('refuses an undo token that is guessed, of another purpose or for another account’s credential', async () => {
    await addPasskey(await signedIn())
    const { id: subjectId } = await db.passkey.findFirstOrThrow({ where: { userId: person.userId } })
    const purposes: AccountTokenPurpose[] = ['verification', 'passwordReset', 'emailChangeFrom', 'emailChangeTo']
    const others = purposes.map((purpose) =>
      transact(({ tx }) => issueAccountToken(tx, purpose, { ...person, subjectId }, 60_000)),
    )
    for (const token of [...(await Promise.all(others)), 'x'.repeat(43), '']) {
      expect(await look(token)).toEqual([404, 'unknown'])
      expect(await press(token)).toMatchObject({ status: 400 })
    }
    // Nor does a token that names a credential of another user.
    const eve = await anOwner(
      { name: 'Eve', email: anEmailAddress(), password: PASSWORD, organizationName: 'E' },
      'operator',
    )
    const foreign = await transact(({ tx }) => issueAccountToken(tx, 'takeBack', { ...eve, subjectId }, 60_000))
    expect(await press(foreign)).toMatchObject({ status: 400 })
    const set = request('/', new URLSearchParams({ password: NEW }))
    expect(await resetPasswordPageHandlers.POST(set, await link()), 'and it sets no password').toMatchObject({
      status: 400,
    })
    expect(await count()).toMatchObject({ passkeys: 1 })
  })

  it('the notification of an already removed credential links to forgot-password and has no undo link', async () => {
    await addPasskey(await signedIn())
    await db.passkey.deleteMany({ where: { userId: person.userId } })
    expect(await link()).toBe('')
    expect(mailbox.to(person.email).at(-1)?.mail.text).toContain(`${ORIGIN}/forgot-password`)
  })
})
