import { describe, expect, it } from 'vitest'
import { replaceBrowserSession } from '../api/pages/account/sign-in'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { PASSWORD, usePasswordAccount } from '../testing/clients/password-account'
import { transact } from '../unit-of-work'
import { requestAccountDeletion } from './account-deletion'
import { resetPasswordAsOperator } from './accounts'
import { issuePasswordResetToken, resetPasswordByLink } from './password-reset'
import { changePassword } from './profile'
import { signIn } from './sign-in'

const account = await usePasswordAccount()

describe('changing the password', () => {
  it('changing the password requires the current one, ends other sessions and sends a notification', async () => {
    const [here, there] = [await account.signIn(), await account.signIn()]
    const wrong = await here.call('account.changePassword', { current: 'a guess', password: 'a new password' })
    expect(wrong).toMatchObject({ status: 400, details: { current: ['This is not your password.'] } })
    expect((await there.call('account.get')).status).toBe(200)
    const changed = await here.call('account.changePassword', { current: PASSWORD, password: 'a new password' })
    expect(changed).toMatchObject({ status: 200, data: { ended: 1 } })
    expect((await here.call('account.get')).status).toBe(200)
    expect((await there.call('account.get')).status).toBe(401)
    await expect(account.signIn()).rejects.toThrow('not signed in')
    await account.signIn(account.address, 'a new password')
    expect(await account.sendEmails()).toEqual(['Your password was changed'])
  })

  it('401: changes nothing if the session ends while the password is checked', async () => {
    const { sessionId } = await account.signIn()
    await db.session.delete({ where: { id: sessionId } })
    const ended = { userId: account.person.userId, sessionId }
    const change = changePassword(ended, { current: PASSWORD, password: 'a new password' })
    await expect(change).rejects.toMatchObject({ status: 401 })
    await expect(requestAccountDeletion(ended, { current: PASSWORD })).rejects.toMatchObject({ status: 401 })
    await account.signIn(account.address, PASSWORD)
  })

  it('a password reset by the operator sends a notification and revokes pending reset links', async () => {
    const link = await transact(({ tx }) => issuePasswordResetToken(tx, account.person))
    await resetPasswordAsOperator(account.person.email, 'the second password')
    expect(await account.sendEmails()).toEqual(['Your password was changed'])
    await expect(resetPasswordByLink(link, 'the third password', UNKNOWN_REQUEST_ORIGIN)).rejects.toMatchObject({
      status: 400,
    })
  })

  it('throttles changing the password after ten wrong guesses', async () => {
    const { call } = await account.signIn()
    const statuses = []
    for (let i = 0; i < 12; i += 1)
      statuses.push(
        (await call('account.changePassword', { current: `guess ${i}`, password: 'a new password' })).status,
      )
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('lets only one of two concurrent password changes succeed', async () => {
    const [one, other] = [await account.signIn(), await account.signIn()]
    const results = await Promise.all([
      one.call('account.changePassword', { current: PASSWORD, password: 'password of one' }),
      other.call('account.changePassword', { current: PASSWORD, password: 'password of other' }),
    ])
    const [first, second] = results.map(({ status }) => status)
    expect([first, second]).toContain(200)
    expect(first === 200 && second === 200).toBe(false)
    await account.signIn(account.address, first === 200 ? 'password of one' : 'password of other')
  })
})

describe('the profile', () => {
  it('updates name and language in the profile, and rejects an update based on stale values', async () => {
    const { call } = await account.signIn()
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
    const { call } = await account.signIn()
    const cookies = async () => {
      const request = new Request('https://feedback.example.com/sign-in', {
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      const signedIn = await signIn(
        { email: account.person.email, password: PASSWORD },
        { address: account.address, requestId: null },
      )
      if (!signedIn || !('sessionId' in signedIn)) throw new Error('not signed in')
      const serialized = await replaceBrowserSession(signedIn, request, {
        origin: { address: account.address, requestId: null },
      })
      return serialized.map((cookie) => cookie.split(';')[0]).filter((cookie) => cookie?.startsWith('cfs-'))
    }
    expect(await cookies()).toEqual([])
    expect((await call('account.updateProfile', { theme: 'dark' })).data).toMatchObject({ name: 'Ada', theme: 'dark' })
    expect(await cookies()).toEqual(['cfs-theme=dark'])
    await call('account.updateProfile', { interfaceLanguage: 'fr' })
    expect(await cookies()).toEqual(['cfs-locale=fr', 'cfs-theme=dark'])
    expect((await call('account.updateProfile', { theme: 'pink' })).status).toBe(400)
  })

  it('creates another organization, makes the person its owner and switches to it', async () => {
    const { call } = await account.signIn()
    const { data } = await call('account.createOrganization', { name: 'Second' })
    const current = (await call('account.get')).data
    expect(current.organization).toMatchObject({ id: data.organizationId, name: 'Second' })
    expect(current.user.role).toBe('owner')
    expect(current.organizations).toHaveLength(2)
    expect(await db.auditEvent.count({ where: { organizationId: data.organizationId } })).toBe(1)
  })
})
