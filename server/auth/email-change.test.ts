import { beforeEach, describe, expect, it } from 'vitest'
import * as emailChangePage from '../../app/(account)/email-change/[token]/route'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { PASSWORD, usePasswordAccount } from '../testing/clients/password-account'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { issueAccountToken } from './account-token'
import { resetPasswordAsOperator } from './accounts'
import { confirmEmail } from './email-verification'
import { issuePasswordResetToken, resetPasswordByLink } from './password-reset'

const account = await usePasswordAccount()

describe('changing the email address', () => {
  const request = { email: '', current: PASSWORD }
  /** The page behind a link of an email, and the action of its button. */
  const linkIn = (to: string) => {
    return (
      account.mailbox
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
  const currentEmail = async () => (await db.user.findUniqueOrThrow({ where: { id: account.person.userId } })).email

  beforeEach(() => {
    request.email = anEmailAddress()
  })

  it.each(['the new one first', 'the old one first'])('changes email once both addresses agree: %s', async (order) => {
    const { call } = await account.signIn()
    const before = account.person.email
    expect((await call('account.requestEmailChange', { ...request, current: 'a guess' })).status).toBe(400)
    const pending = { email: request.email, fromConfirmed: false, toConfirmed: false }
    expect((await call('account.requestEmailChange', request)).data).toMatchObject({
      email: before,
      pendingEmail: pending,
    })
    await account.sendEmails()
    const links = [linkIn(request.email), linkIn(before)]
    if (order === 'the old one first') links.reverse()
    const pages: string[] = []
    for (const link of links) {
      expect(await visit(link), 'a GET changes nothing').toMatchObject({ status: 200 })
      expect(await currentEmail()).toBe(before)
      expect((await visit(link, 'POST')).status).toBe(303)
      expect((await visit(link, 'POST')).status, 'once').toBe(400)
      pages.push((await visit(link)).html)
    }
    expect(pages[0]).toContain('One address is left')
    expect(await currentEmail()).toBe(request.email)
    expect(pages[1]).toContain(`sign in with ${request.email}`)
    expect((await call('account.profile')).data).toMatchObject({ isEmailVerified: true, pendingEmail: null })
    await account.sendEmails()
    expect(account.mailbox.to(before).map(({ mail }) => mail.subject)).toContain('Your email address was changed')
    account.person = { ...account.person, email: request.email }
    await account.signIn()
  })

  it('requires only the new address to confirm an email change while the old one is unverified', async () => {
    const { call } = await account.signIn()
    await db.user.update({ where: { id: account.person.userId }, data: { emailVerifiedAt: null } })
    await call('account.requestEmailChange', request)
    expect(await account.sendEmails()).toEqual([])
    const text = account.mailbox.to(request.email).at(-1)?.mail.text
    expect(text).toContain('The button works for 24 hours. Nothing changes until you press it.')
    expect(text, 'only one address confirms').not.toContain('both addresses')
    expect((await visit(linkIn(request.email), 'POST')).status).toBe(303)
    expect(await currentEmail()).toBe(request.email)
  })

  it('sends one confirmation mail per address for repeated requests of an email change', async () => {
    const { call } = await account.signIn()
    const first = request.email
    await call('account.requestEmailChange', request)
    request.email = anEmailAddress()
    await call('account.requestEmailChange', request)
    await call('account.requestEmailChange', request)
    expect(await account.sendEmails()).toEqual(['Allow the change of your email address'])
    expect(account.mailbox.to(request.email)).toHaveLength(1)
    expect(account.mailbox.to(first)).toEqual([])
    for (const to of [account.person.email, request.email])
      expect(account.mailbox.to(to).at(-1)?.mail.text).toContain('until both addresses have said yes')
    for (const to of [account.person.email, request.email]) expect((await visit(linkIn(to), 'POST')).status).toBe(303)
    expect(await currentEmail()).toBe(request.email)
  })

  it('requires the old address to confirm an email change if it was verified after the request', async () => {
    await db.user.update({ where: { id: account.person.userId }, data: { emailVerifiedAt: null } })
    const { call } = await account.signIn()
    expect((await call('account.requestEmailChange', request)).data.pendingEmail).toMatchObject({ fromConfirmed: true })
    await account.sendEmails()
    await db.user.update({ where: { id: account.person.userId }, data: { emailVerifiedAt: new Date() } })
    expect((await call('account.profile')).data.pendingEmail).toMatchObject({ fromConfirmed: false })
    expect((await visit(linkIn(request.email), 'POST')).status).toBe(303)
    expect((await visit(linkIn(request.email))).html).toContain('One address is left')
    expect(await currentEmail()).toBe(account.person.email)
  })

  const securedBy: Record<string, () => Promise<unknown>> = {
    'a password that is set by mail': async () => {
      const token = await transact(({ tx }) => issuePasswordResetToken(tx, account.person))
      await resetPasswordByLink(token, 'the second password', UNKNOWN_REQUEST_ORIGIN)
    },
    'another password': async () => {
      const { call } = await account.signIn()
      const changed = await call('account.changePassword', { current: PASSWORD, password: 'the second password' })
      expect(changed.status).toBe(200)
    },
    'a password that the operator sets': () => resetPasswordAsOperator(account.person.email, 'the second password'),
    'their confirmed address': async () => {
      const token = await transact(({ tx }) => issueAccountToken(tx, 'verification', account.person, 60_000))
      await confirmEmail(token, UNKNOWN_REQUEST_ORIGIN)
    },
  }
  it.each(Object.keys(securedBy))(
    'cancels a pending email change of an unverified account once it is secured by %s',
    async (how) => {
      // Simulates a sign-up with an address of another person, where a link is kept for later.
      await db.user.update({ where: { id: account.person.userId }, data: { emailVerifiedAt: null } })
      const { call } = await account.signIn()
      await call('account.requestEmailChange', request)
      await account.sendEmails()
      const link = linkIn(request.email)
      expect((await visit(link)).status).toBe(200)
      await securedBy[how]?.()
      expect((await visit(link)).status).toBe(404)
      expect((await visit(link, 'POST')).status).toBe(400)
      expect(await currentEmail()).toBe(account.person.email)
      const purpose = { in: ['emailChangeFrom', 'emailChangeTo'] }
      expect(await db.accountToken.count({ where: { userId: account.person.userId, purpose } })).toBe(0)
      expect(await db.emailChange.count({ where: { userId: account.person.userId } })).toBe(0)
    },
  )

  it('refuses an email change link that was cancelled, replaced or has expired', async () => {
    const { call } = await account.signIn()
    await call('account.requestEmailChange', request)
    await account.sendEmails()
    const first = [linkIn(request.email), linkIn(account.person.email)]
    request.email = anEmailAddress()
    await call('account.requestEmailChange', request)
    for (const link of first) expect((await visit(link, 'POST')).status).toBe(400)
    await account.sendEmails()
    const second = linkIn(request.email)
    await call('account.cancelEmailChange')
    expect((await visit(second)).status).toBe(404)
    expect((await visit(second, 'POST')).status).toBe(400)
    await call('account.requestEmailChange', request)
    await account.sendEmails()
    const yesterday = new Date(Date.now() - 1000)
    await db.accountToken.updateMany({ where: { userId: account.person.userId }, data: { expiresAt: yesterday } })
    await db.emailChange.updateMany({ where: { userId: account.person.userId }, data: { expiresAt: yesterday } })
    expect((await visit(linkIn(request.email))).status).toBe(410)
    expect((await visit(linkIn(request.email), 'POST')).status).toBe(400)
    expect(await currentEmail()).toBe(account.person.email)
  })

  it('accepts an email change to a taken address, but sends that address no mail', async () => {
    const other = await anOwner(
      { name: 'Eve', email: request.email, password: PASSWORD, organizationName: 'Other' },
      'operator',
    )
    const { call } = await account.signIn()
    expect((await call('account.requestEmailChange', request)).status).toBe(200)
    await account.sendEmails()
    expect(account.mailbox.to(other.email)).toEqual([])
    expect((await visit(linkIn(account.person.email), 'POST')).status).toBe(303)
    expect(await currentEmail()).toBe(account.person.email)
  })
})
