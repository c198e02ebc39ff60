import type * as Argon2 from '@node-rs/argon2'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'

const verified = vi.hoisted(() => ({ count: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>()
  const verify: typeof argon2.verify = (...args) => {
    verified.count += 1
    return argon2.verify(...args)
  }
  return { ...argon2, verify }
})

import { ACCOUNTS_FAILING_SIGN_IN_ALIKE, anAccountWithPassword } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { requestPasswordReset } from './password-reset'
import { consumeSignInLimit } from './rate-limits'
import { signIn } from './sign-in'

/*
 * The work of a refusal does not reveal whether an account exists: the same statements and the same number of hash verifications.
 * `timing.long.test.ts` measures the time.
 */

/** The SQL texts that the call sends, in order, and the number of password hashes that it verifies. */
async function workOf(call: () => Promise<unknown>): Promise<{ statements: string[]; verifications: number }> {
  const queries = vi.spyOn(Client.prototype, 'query')
  verified.count = 0
  try {
    await call()
    const statements = queries.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    return { statements, verifications: verified.count }
  } finally {
    queries.mockRestore()
  }
}

const guess = (email: string, address = `test-${uuidv7()}`) =>
  signIn({ email, password: 'a guess' }, { address, requestId: null })

it.each(ACCOUNTS_FAILING_SIGN_IN_ALIKE)(
  'refuses a sign-in for %s with the work it takes for an unknown address',
  async (_, prepare) => {
    // Warm-up: the first call fills caches.
    await guess(anEmailAddress())
    const [email, unknown] = [await prepare(), anEmailAddress()]
    const expected = await workOf(() => guess(unknown))
    expect(expected.verifications).toBe(1)
    expect(await workOf(() => guess(email))).toEqual(expected)
  },
)

it('refuses a throttled sign-in for an account with the work it takes for an unknown address', async () => {
  const throttled = async (email: string) => {
    const address = `test-${uuidv7()}`
    for (let i = 0; i < 10; i += 1) await consumeSignInLimit(email, address)
    // The first refusal of an account is recorded, the following ones are not.
    await guess(email, address)
    return () => guess(email, address)
  }
  const [known, unknown] = [await throttled(await anAccountWithPassword()), await throttled(anEmailAddress())]
  const expected = await workOf(unknown)
  expect(expected.statements).not.toEqual([])
  expect(await workOf(known)).toEqual(expected)
})

it('accepts a password reset for an account with the work it takes for an unknown address', async () => {
  const { email } = await aMember(await anOrganization(), 'member')
  await requestPasswordReset(anEmailAddress(), 'en')
  const expected = await workOf(() => requestPasswordReset(anEmailAddress(), 'en'))
  expect(expected.statements).not.toEqual([])
  expect(await workOf(() => requestPasswordReset(email, 'en'))).toEqual(expected)
})
