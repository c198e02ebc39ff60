import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPrincipalAndRateLimit } from '../api/session/session'
import { db } from '../db'
import { buildCookieHeaders, signInByForm } from '../testing/clients/next-auth-client'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'
import { resetPasswordAsOperator, signUp } from './accounts'
import { verifyPassword } from './passwords'
import { consumeSignInLimit } from './rate-limits'

const PASSWORD = 'correct horse battery'

let email: string
let address: string

beforeEach(() => {
  email = anEmailAddress()
  address = `test-${uuidv7()}`
})

const account = () =>
  anOwner({ name: 'Ada Lovelace', email, password: PASSWORD, organizationName: 'Analytical' }, 'themself')

const signIn = (credentials: { email: string; password: string }) => signInByForm(credentials, address)

describe('signing in', () => {
  it('signing in opens a session in the organization of the person, as its owner', async () => {
    const { userId, organizationId } = await account()

    const { cookie } = await signIn({ email: email.toUpperCase(), password: PASSWORD })

    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toMatchObject({
      organizationId,
      scopes: expect.arrayContaining(['admin']) as string[],
      actor: { type: 'user', userId, role: 'owner', email },
    })
  })

  it('refuses a wrong password and an unknown address with the same answer and opens no session', async () => {
    const { userId } = await account()

    const wrong = await signIn({ email, password: 'something else' })
    const unknown = await signIn({ email: anEmailAddress(), password: PASSWORD })

    expect(wrong).toEqual({
      status: 401,
      redirect: expect.stringContaining('error=CredentialsSignin'),
      cookie: undefined,
    })
    expect(unknown).toEqual(wrong)
    expect(await db.session.count({ where: { userId } })).toBe(0)
  })

  it('refuses an eleventh sign-in to an account from one address, even with the right password', async () => {
    await account()
    for (let i = 0; i < 10; i += 1) await signIn({ email, password: 'wrong' })

    const throttled = await signIn({ email, password: PASSWORD })
    expect(throttled).toMatchObject({
      status: 401,
      redirect: expect.stringContaining('error=CredentialsSignin') as string,
    })

    address = `elsewhere-${uuidv7()}`
    expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })
  })

  it('audits throttled sign-ins in the person’s organizations once per ten minutes, even concurrently', async () => {
    const { organizationId } = await account()
    const listEvents = (action: string) => db.auditEvent.findMany({ where: { organizationId, action } })
    for (let i = 0; i < 12; i += 1) await signIn({ email, password: 'wrong' })
    await Promise.all(Array.from({ length: 6 }, () => signIn({ email, password: PASSWORD })))
    expect(await listEvents('sign_in.refused')).toHaveLength(10)
    expect(await listEvents('sign_in.throttled')).toMatchObject([
      { actorType: 'stranger', actorId: null, recordType: 'person', recordName: 'Ada Lovelace', address },
    ])
    const earlier = new Date(Date.now() - 10 * 60_000)
    await db.auditEvent.updateMany({ where: { organizationId }, data: { createdAt: earlier } })
    for (let i = 0; i < 3; i += 1) await signIn({ email, password: PASSWORD })
    expect(await listEvents('sign_in.throttled')).toHaveLength(2)
  })

  it('resets the count of failed sign-ins after a success', async () => {
    await account()
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 8; i += 1) await signIn({ email, password: 'wrong' })
      expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })
    }
  })

  it('counts only failed sign-ins against the limit of an IP address', async () => {
    await account()
    for (let i = 0; i < 99; i += 1) await consumeSignInLimit(anEmailAddress(), address)
    for (let i = 0; i < 3; i += 1)
      expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })

    await signIn({ email, password: 'a guess' })
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
  })

  it('does not throttle sign-in from a known IP address because of failures from others', async () => {
    await account()
    await signIn({ email, password: PASSWORD })
    const home = address
    for (let i = 0; i < 51; i += 1) {
      address = `stranger-${i}-${uuidv7()}`
      await signIn({ email, password: 'wrong' })
    }

    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
    address = home
    expect((await signIn({ email, password: PASSWORD })).cookie).toEqual(expect.any(String))
  })

  it('throttles sign-in by the last X-Forwarded-For entry and ignores those before it', async () => {
    await account()
    const last = address
    for (let i = 0; i < 10; i += 1) {
      address = `claimed-${i}, ${last}`
      await signIn({ email, password: 'wrong' })
    }
    address = `claimed-again, ${last}`
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
  })
})

describe('an account', () => {
  it('stores a password only as an argon2id hash', async () => {
    const { userId } = await signUp({ name: 'Ada', email, password: PASSWORD, organizationName: 'Engines' }, 'themself')
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true)
    expect(await verifyPassword(passwordHash, `${PASSWORD} `)).toBe(false)
  })

  it('refuses a second sign-up with the same email address and suggests signing in', async () => {
    await account()
    const before = await db.organization.count({ where: { name: 'Second' } })

    await expect(
      signUp({ name: 'Eve', email, password: PASSWORD, organizationName: 'Second' }, 'themself'),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { email: [expect.stringContaining('Sign in instead')] },
    })
    expect(await db.organization.count({ where: { name: 'Second' } })).toBe(before)
  })

  it('resetting a password ends the account’s sessions and replaces the old password', async () => {
    await account()
    const { cookie } = await signIn({ email, password: PASSWORD })

    await resetPasswordAsOperator(email, 'another good password')

    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toBeNull()
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
    expect((await signIn({ email, password: 'another good password' })).cookie).toEqual(expect.any(String))
  })
})
