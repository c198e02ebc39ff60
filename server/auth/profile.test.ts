import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import * as emailChangePage from '../../app/(account)/email-change/[token]/route'
import { cookiesOf } from '../api/pages/account/new-session'
import { principalIn } from '../api/session/session'
import { handleSessionRpc } from '../api/session/session-rpc'
import { db } from '../db'
import { NOWHERE } from '../security-events'
import { sendSystemEmail } from '../system-emails/send'
import { useMailbox } from '../testing/environment'
import { anOwner } from '../testing/factories/accounts'
import { anEmail } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { issueToken } from './account-token'
import { resetPassword } from './accounts'
import { askForAccountDeletion } from './leaving'
import { issueReset, resetByLink } from './password-reset'
import { changePassword } from './profile'
import { sealSession } from './session-cookie'
import { signIn } from './sign-in'
import { confirmEmail } from './verification'

const mailbox = await useMailbox()

const PASSWORD = 'the first password'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Own = { id: string }
let person: { userId: string; organizationId: string; email: string }
let address: string

beforeEach(async () => {
  address = `test-${uuidv7()}`
  person = await anOwner({ name: 'Ada', email: anEmail(), password: PASSWORD, organizationName: 'Engines' }, 'operator')
})

async function aBrowser(from = address, password = PASSWORD) {
  const signedIn = await signIn(
    { email: person.email, password },
    { address: from, requestId: null, userAgent: FIREFOX },
  )
  if (!signedIn || !('sessionId' in signedIn)) throw new Error('not signed in')
  const [cookie = ''] = (await sealSession(signedIn)).split(';')
  const call = async (procedure: string, input?: object) => {
    const isQuery = ['account.profile', 'account.sessions', 'account.get'].includes(procedure)
    const response = await handleSessionRpc(
      new Request(`https://feedback.example.com/api/trpc/${procedure}`, {
        method: isQuery ? 'GET' : 'POST',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
      }),
    )
    const body = await response.json()
    return { status: response.status, data: body.result?.data.data, details: body.error?.data?.error?.details }
  }
  return { sessionId: signedIn.sessionId, cookie, call }
}

/** Runs the email job for the pending emails of the person. */
async function mails(): Promise<string[]> {
  const rows = await db.systemEmail.findMany({ where: { userId: person.userId, endedAt: null } })
  for (const { id } of rows) await sendSystemEmail(id)
  return mailbox.to(person.email).map(({ mail }) => mail.subject ?? '')
}

describe('changing the password', () => {
  it('changing the password requires the current one, ends other sessions and sends a notification', async () => {
    const [here, there] = [await aBrowser(), await aBrowser()]
    const wrong = await here.call('account.changePassword', { current: 'a guess', password: 'a new password' })
    expect(wrong).toMatchObject({ status: 400, details: { current: ['This is not your password.'] } })
    expect((await there.call('account.get')).status).toBe(200)
    const changed = await here.call('account.changePassword', { current: PASSWORD, password: 'a new password' })
    expect(changed).toMatchObject({ status: 200, data: { ended: 1 } })
    expect((await here.call('account.get')).status).toBe(200)
    expect((await there.call('account.get')).status).toBe(401)
    await expect(aBrowser()).rejects.toThrow('not signed in')
    await aBrowser(address, 'a new password')
    expect(await mails()).toEqual(['Your password was changed'])
  })

  it('401: changes nothing if the session ends while the password is checked', async () => {
    const { sessionId } = await aBrowser()
    await db.session.delete({ where: { id: sessionId } })
    const ended = { userId: person.userId, sessionId }
    const change = changePassword(ended, { current: PASSWORD, password: 'a new password' })
    await expect(change).rejects.toMatchObject({ status: 401 })
    await expect(askForAccountDeletion(ended, { current: PASSWORD })).rejects.toMatchObject({ status: 401 })
    await aBrowser(address, PASSWORD)
  })

  it('a password reset by the operator sends a notification and revokes pending reset links', async () => {
    const link = await transact(({ tx }) => issueReset(tx, person))
    await resetPassword(person.email, 'the second password')
    expect(await mails()).toEqual(['Your password was changed'])
    await expect(resetByLink(link, 'the third password', NOWHERE)).rejects.toMatchObject({ status: 400 })
  })

  it('throttles changing the password after ten wrong guesses', async () => {
    const { call } = await aBrowser()
    const statuses = []
    for (let i = 0; i < 12; i += 1)
      statuses.push(
        (await call('account.changePassword', { current: `guess ${i}`, password: 'a new password' })).status,
      )
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('lets only one of two concurrent password changes succeed', async () => {
    const [one, other] = [await aBrowser(), await aBrowser()]
    const results = await Promise.all([
      one.call('account.changePassword', { current: PASSWORD, password: 'password of one' }),
      other.call('account.changePassword', { current: PASSWORD, password: 'password of other' }),
    ])
    const [first, second] = results.map(({ status }) => status)
    expect([first, second]).toContain(200)
    expect(first === 200 && second === 200).toBe(false)
    await aBrowser(address, first === 200 ? 'password of one' : 'password of other')
  })
})

describe('changing the email address', () => {
  const asked = { email: '', current: PASSWORD }
  /** The page behind a link of an email, and the action of its button. */
  const linkIn = (to: string) => {
    return (
      mailbox
        .to(to)
        .at(-1)
        ?.mail.text?.match(/\/email-change\/([\w-]{43})/)?.[1] ?? ''
    )
  }
  const visit = async (token: string, method = 'GET') => {
    const url = `https://feedback.example.com/email-change/${token}`
    const init = {
      method,
      headers: { 'sec-fetch-site': 'same-origin', ...FORM },
      ...(method === 'POST' ? { body: 'a=b' } : {}),
    }
    const { GET, POST } = emailChangePage
    const response = await (method === 'GET' ? GET : POST)(new Request(url, init), {
      params: Promise.resolve({ token }),
    })
    return { status: response.status, html: await response.text() }
  }
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const emailNow = async () => (await db.user.findUniqueOrThrow({ where: { id: person.userId } })).email

  beforeEach(() => {
    asked.email = anEmail()
  })

  it.each(['the new one first', 'the old one first'])('changes email once both addresses agree: %s', async (order) => {
    const { call } = await aBrowser()
    const before = person.email
    expect((await call('account.askForEmailChange', { ...asked, current: 'a guess' })).status).toBe(400)
    const pending = { email: asked.email, fromConfirmed: false, toConfirmed: false }
    expect((await call('account.askForEmailChange', asked)).data).toMatchObject({
      email: before,
      pendingEmail: pending,
    })
    await mails()
    const links = [linkIn(asked.email), linkIn(before)]
    if (order === 'the old one first') links.reverse()
    const shown: string[] = []
    for (const link of links) {
      expect(await visit(link), 'a look changes nothing').toMatchObject({ status: 200 })
      expect(await emailNow()).toBe(before)
      expect((await visit(link, 'POST')).status).toBe(303)
      expect((await visit(link, 'POST')).status, 'once').toBe(400)
      shown.push((await visit(link)).html)
    }
    expect(shown[0]).toContain('One address is left')
    expect(await emailNow()).toBe(asked.email)
    expect(shown[1]).toContain(`sign in with ${asked.email}`)
    expect((await call('account.profile')).data).toMatchObject({ isEmailVerified: true, pendingEmail: null })
    await mails()
    expect(mailbox.to(before).map(({ mail }) => mail.subject)).toContain('Your email address was changed')
    person = { ...person, email: asked.email }
    await aBrowser()
  })

  it('requires only the new address to confirm an email change while the old one is unverified', async () => {
    const { call } = await aBrowser()
    await db.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: null } })
    await call('account.askForEmailChange', asked)
    expect(await mails()).toEqual([])
    const text = mailbox.to(asked.email).at(-1)?.mail.text
    expect(text).toContain('The button works for 24 hours. Nothing changes until you press it.')
    expect(text, 'there is no other').not.toContain('both addresses')
    expect((await visit(linkIn(asked.email), 'POST')).status).toBe(303)
    expect(await emailNow()).toBe(asked.email)
  })

  it('sends one confirmation mail per address for repeated requests of an email change', async () => {
    const { call } = await aBrowser()
    const first = asked.email
    await call('account.askForEmailChange', asked)
    asked.email = anEmail()
    await call('account.askForEmailChange', asked)
    await call('account.askForEmailChange', asked)
    expect(await mails()).toEqual(['Allow the change of your email address'])
    expect(mailbox.to(asked.email)).toHaveLength(1)
    expect(mailbox.to(first)).toEqual([])
    for (const to of [person.email, asked.email])
      expect(mailbox.to(to).at(-1)?.mail.text).toContain('until both addresses have said yes')
    for (const to of [person.email, asked.email]) expect((await visit(linkIn(to), 'POST')).status).toBe(303)
    expect(await emailNow()).toBe(asked.email)
  })

  it('requires the old address to confirm an email change if it was verified after the request', async () => {
    await db.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: null } })
    const { call } = await aBrowser()
    expect((await call('account.askForEmailChange', asked)).data.pendingEmail).toMatchObject({ fromConfirmed: true })
    await mails()
    await db.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: new Date() } })
    expect((await call('account.profile')).data.pendingEmail).toMatchObject({ fromConfirmed: false })
    expect((await visit(linkIn(asked.email), 'POST')).status).toBe(303)
    expect((await visit(linkIn(asked.email))).html).toContain('One address is left')
    expect(await emailNow()).toBe(person.email)
  })

  const takenBack: Record<string, () => Promise<unknown>> = {
    'a password that is set by mail': async () => {
      const token = await transact(({ tx }) => issueReset(tx, person))
      await resetByLink(token, 'the second password', NOWHERE)
    },
    'another password': async () => {
      const { call } = await aBrowser()
      const changed = await call('account.changePassword', { current: PASSWORD, password: 'the second password' })
      expect(changed.status).toBe(200)
    },
    'a password that the operator sets': () => resetPassword(person.email, 'the second password'),
    'their confirmed address': async () => {
      const token = await transact(({ tx }) => issueToken(tx, 'verification', person, 60_000))
      await confirmEmail(token, NOWHERE)
    },
  }
  it.each(Object.keys(takenBack))(
    'cancels a pending email change of an unverified account once it is secured by %s',
    async (by) => {
      // Simulates a sign-up with an address of another person, where a link is kept for later.
      await db.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: null } })
      const { call } = await aBrowser()
      await call('account.askForEmailChange', asked)
      await mails()
      const kept = linkIn(asked.email)
      expect((await visit(kept)).status).toBe(200)
      await takenBack[by]?.()
      expect((await visit(kept)).status).toBe(404)
      expect((await visit(kept, 'POST')).status).toBe(400)
      expect(await emailNow()).toBe(person.email)
      const purpose = { in: ['emailChangeFrom', 'emailChangeTo'] }
      expect(await db.accountToken.count({ where: { userId: person.userId, purpose } })).toBe(0)
      expect(await db.emailChange.count({ where: { userId: person.userId } })).toBe(0)
    },
  )

  it('refuses an email change link that was cancelled, replaced or has expired', async () => {
    const { call } = await aBrowser()
    await call('account.askForEmailChange', asked)
    await mails()
    const first = [linkIn(asked.email), linkIn(person.email)]
    asked.email = anEmail()
    await call('account.askForEmailChange', asked)
    for (const link of first) expect((await visit(link, 'POST')).status).toBe(400)
    await mails()
    const second = linkIn(asked.email)
    await call('account.cancelEmailChange')
    expect((await visit(second)).status).toBe(404)
    expect((await visit(second, 'POST')).status).toBe(400)
    await call('account.askForEmailChange', asked)
    await mails()
    const yesterday = new Date(Date.now() - 1000)
    await db.accountToken.updateMany({ where: { userId: person.userId }, data: { expiresAt: yesterday } })
    await db.emailChange.updateMany({ where: { userId: person.userId }, data: { expiresAt: yesterday } })
    expect((await visit(linkIn(asked.email))).status).toBe(410)
    expect((await visit(linkIn(asked.email), 'POST')).status).toBe(400)
    expect(await emailNow()).toBe(person.email)
  })

  it('accepts an email change to a taken address, but sends that address no mail', async () => {
    const other = await anOwner(
      { name: 'Eve', email: asked.email, password: PASSWORD, organizationName: 'Other' },
      'operator',
    )
    const { call } = await aBrowser()
    expect((await call('account.askForEmailChange', asked)).status).toBe(200)
    await mails()
    expect(mailbox.to(other.email)).toEqual([])
    expect((await visit(linkIn(person.email), 'POST')).status).toBe(303)
    expect(await emailNow()).toBe(person.email)
  })
})

describe('active sessions', () => {
  it('lists a person’s sessions, the current one first, with browser, address and organization', async () => {
    await aBrowser('192.0.2.7')
    const { call, sessionId } = await aBrowser()
    const { data } = await call('account.sessions')
    expect(data).toMatchObject([
      { id: sessionId, isCurrent: true, browser: 'Firefox, Linux', address, organization: 'Engines' },
      { isCurrent: false, address: '192.0.2.7' },
    ])
  })

  it('updates the browser and address of a session on use, at most every five minutes', async () => {
    const [mine, other] = [await aBrowser('192.0.2.7'), await aBrowser('192.0.2.7')]
    const use = (userAgent: string) =>
      principalIn(new Headers({ cookie: mine.cookie, 'x-forwarded-for': '198.51.100.9', 'user-agent': userAgent }))
    const shown = async () => (await other.call('account.sessions')).data.find(({ id }: Own) => id === mine.sessionId)
    await use(SAFARI)
    expect(await shown(), 'no request writes more often than every five minutes').toMatchObject({
      browser: 'Firefox, Linux',
      address: '192.0.2.7',
    })
    const lastSeenAt = new Date(Date.now() - 6 * 60_000)
    await db.session.update({ where: { id: mine.sessionId }, data: { lastSeenAt } })
    await use(SAFARI)
    expect(await shown()).toMatchObject({ browser: 'Safari, macOS', address: '198.51.100.9' })
    await db.session.update({ where: { id: mine.sessionId }, data: { lastSeenAt } })
    await principalIn(new Headers({ cookie: mine.cookie }))
    expect(await shown(), 'what a request does not tell stays').toMatchObject({ address: '198.51.100.9' })
  })

  it('ends a single session or all others of the person, but none of another account', async () => {
    const [one, two, three] = [await aBrowser(), await aBrowser(), await aBrowser()]
    const stranger = await anOwner(
      { name: 'Eve', email: anEmail(), password: PASSWORD, organizationName: 'Other' },
      'operator',
    )
    const foreign = await db.session.create({
      data: {
        userId: stranger.userId,
        organizationId: stranger.organizationId,
        expiresAt: new Date('2099-01-01'),
      },
    })
    expect((await one.call('account.endSession', { id: foreign.id })).status).toBe(404)
    expect((await one.call('account.endSession', { id: two.sessionId })).status).toBe(200)
    expect((await two.call('account.get')).status).toBe(401)
    expect((await one.call('account.endOtherSessions')).data).toEqual({ ended: 1 })
    expect((await three.call('account.get')).status).toBe(401)
    expect((await one.call('account.get')).status).toBe(200)
    expect(await db.session.count({ where: { id: foreign.id } })).toBe(1)
  })
})

describe('new sign-in notifications', () => {
  it('notifies a person in their language of a sign-in from a new address, not of the first or a known one', async () => {
    await aBrowser('192.0.2.7')
    await aBrowser('192.0.2.7')
    expect(await mails()).toEqual([])
    await db.user.update({ where: { id: person.userId }, data: { language: 'fr' } })
    await aBrowser('198.51.100.9')
    expect(await mails()).toEqual(['Nouvelle connexion à votre compte'])
    const [received] = mailbox.to(person.email)
    expect(received?.mail.text).toContain('198.51.100.9')
    expect(received?.mail.text).toContain('Firefox, Linux')
  })
})

describe('the profile', () => {
  it('updates name and language in the profile, and rejects an update based on stale values', async () => {
    const { call } = await aBrowser()
    const read = (await call('account.profile')).data
    expect(read).toMatchObject({ name: 'Ada', language: 'en', hasPassword: true })
    const asRead = { name: 'Ada', language: 'en' }
    expect((await call('account.updateProfile', { name: 'Ada L.', language: 'fr', asRead })).data).toMatchObject({
      name: 'Ada L.',
      language: 'fr',
    })
    expect((await call('account.updateProfile', { name: 'Else', asRead })).status).toBe(409)
  })

  it('sets the chosen dashboard language and theme as cookies when signing in', async () => {
    const { call } = await aBrowser()
    const cookies = async () => {
      const request = new Request('https://feedback.example.com/sign-in', {
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      const signedIn = await signIn({ email: person.email, password: PASSWORD }, { address, requestId: null })
      if (!signedIn || !('sessionId' in signedIn)) throw new Error('not signed in')
      const all = await cookiesOf(signedIn, request, { origin: { address, requestId: null } })
      return all.map((cookie) => cookie.split(';')[0]).filter((cookie) => cookie?.startsWith('cfs-'))
    }
    expect(await cookies()).toEqual([])
    expect((await call('account.updateProfile', { theme: 'dark' })).data).toMatchObject({ name: 'Ada', theme: 'dark' })
    expect(await cookies()).toEqual(['cfs-theme=dark'])
    await call('account.updateProfile', { interfaceLanguage: 'fr' })
    expect(await cookies()).toEqual(['cfs-locale=fr', 'cfs-theme=dark'])
    expect((await call('account.updateProfile', { theme: 'pink' })).status).toBe(400)
  })

  it('creates another organization, makes the person its owner and switches to it', async () => {
    const { call } = await aBrowser()
    const { data } = await call('account.createOrganization', { name: 'Second' })
    const account = (await call('account.get')).data
    expect(account.organization).toMatchObject({ id: data.organizationId, name: 'Second' })
    expect(account.user.role).toBe('owner')
    expect(account.organizations).toHaveLength(2)
    expect(await db.auditEvent.count({ where: { organizationId: data.organizationId } })).toBe(1)
  })
})
