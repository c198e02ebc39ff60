import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anEmail, anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { medianDistance, TELLS_NOTHING } from '../testing/medians'
import { hashPassword } from './passwords'
import { signIn } from './sign-in'
import { admitSignIn } from './throttle'

/* How long a refusal takes tells nobody who has an account: for an owner's password one cannot even begin to guess. */

const aHash = await hashPassword('the right one')

const somebody = async (passwordHash: string | null) => {
  const organizationId = await anOrganization()
  const { email } = await aMember(organizationId, 'member')
  await db.user.update({ where: { email }, data: { passwordHash } })
  return email
}

const withoutOrganization = async () => {
  const email = await somebody(aHash)
  await db.membership.deleteMany({ where: { user: { email } } })
  return email
}

describe('a refused sign-in takes as long', () => {
  it.each([
    ['for an account with a password', () => somebody(aHash)],
    ['for an account without one', () => somebody(null)],
    ['for an account that belongs to no organization', withoutOrganization],
  ])('%s as for an address that nobody has', async (_, one) => {
    const prepare = { one, other: () => Promise.resolve(anEmail()) }
    const guess = (email: string) =>
      signIn({ email, password: 'a guess' }, { address: `test-${uuidv7()}`, requestId: null })
    expect(await medianDistance(25, prepare, guess)).toBeLessThan(TELLS_NOTHING)
  })

  it('once it is throttled, too', async () => {
    const throttled = async (email: string) => {
      const address = `test-${uuidv7()}`
      for (let i = 0; i < 10; i += 1) await admitSignIn(email, address)
      return { email, address }
    }
    const prepare = {
      one: async () => throttled(await somebody(aHash)),
      other: () => throttled(anEmail()),
    }
    const guess = async ({ email, address }: { email: string; address: string }) => {
      // The first of them is written down where somebody has the address, those that follow are not: all of them are timed.
      for (let i = 0; i < 3; i += 1) await signIn({ email, password: 'a guess' }, { address, requestId: null })
    }
    expect(await medianDistance(40, prepare, guess)).toBeLessThan(TELLS_NOTHING)
  })
})
