import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { compareMedianDurations, MAX_MEDIAN_DIFFERENCE } from '../testing/compare-durations'
import { ACCOUNTS_FAILING_SIGN_IN_ALIKE, anAccountWithPassword } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { requestPasswordReset } from './password-reset'
import { consumeSignInLimit } from './rate-limits'
import { signIn } from './sign-in'

/*
 * The time of a refusal does not reveal whether an account exists. `timing.isolated.test.ts` checks in `npm test` that the work is the
 * same; this test measures the time as a ratio of medians, with retries before it fails.
 */

it.each(ACCOUNTS_FAILING_SIGN_IN_ALIKE)(
  'refuses a sign-in for %s in the time it takes for an unknown address',
  async (_, one) => {
    const prepare = { one, other: () => Promise.resolve(anEmailAddress()) }
    const guess = (email: string) =>
      signIn({ email, password: 'a guess' }, { address: `test-${uuidv7()}`, requestId: null })
    expect(await compareMedianDurations(25, prepare, guess)).toBeLessThan(MAX_MEDIAN_DIFFERENCE)
  },
  120_000,
)

it('refuses a throttled sign-in for an account in the time it takes for an unknown address', async () => {
  const throttled = async (email: string) => {
    const address = `test-${uuidv7()}`
    for (let i = 0; i < 10; i += 1) await consumeSignInLimit(email, address)
    return { email, address }
  }
  const prepare = {
    one: async () => throttled(await anAccountWithPassword()),
    other: () => throttled(anEmailAddress()),
  }
  const guess = async ({ email, address }: { email: string; address: string }) => {
    // Only the first refusal of an account is recorded, so time several of them.
    for (let i = 0; i < 3; i += 1) await signIn({ email, password: 'a guess' }, { address, requestId: null })
  }
  expect(await compareMedianDurations(40, prepare, guess)).toBeLessThan(MAX_MEDIAN_DIFFERENCE)
}, 120_000)

it('accepts a password reset for an account in the time it takes for an unknown address', async () => {
  const organizationId = await anOrganization()
  const prepare = {
    one: async () => (await aMember(organizationId, 'member')).email,
    other: () => Promise.resolve(anEmailAddress()),
  }
  expect(await compareMedianDurations(60, prepare, (email) => requestPasswordReset(email, 'en'))).toBeLessThan(
    MAX_MEDIAN_DIFFERENCE,
  )
}, 120_000)
