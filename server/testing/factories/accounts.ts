import { hash } from '@node-rs/argon2'
import { makeOwner, type NewMember } from '../../auth/accounts'
import { hashPassword } from '../../auth/passwords'
import type { SignUp } from '../../auth/schema'
import { db } from '../../db'
import { NOWHERE } from '../../security-events'
import { anOrganization } from './basics'
import { aMember } from './sessions'

/** Kinds of accounts that a sign-in refuses alike, each with a function that makes one. @returns its email address */
export const REFUSED_ACCOUNTS: [name: string, make: () => Promise<string>][] = [
  ['an account with a password', withPassword],
  ['an account without a password', async () => (await aMember(await anOrganization(), 'member')).email],
  ['an account without an organization', withoutOrganization],
]

/**
 * A hash that `verifyPassword` accepts like any other, because it reads the parameters from the hash; with 8 KiB instead of 46 MiB
 * of memory it takes under a millisecond. That the product makes expensive ones is proved in sign-in.test.ts.
 */
export function cheapHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

/** As `signUp` makes an account, with a {@link cheapHash}. */
export async function anOwner({ password, ...person }: SignUp, by: 'operator' | 'themself'): Promise<NewMember> {
  return makeOwner({ ...person, passwordHash: await cheapHash(password), isEmailVerified: false }, by, NOWHERE)
}

/** An account whose password is not the one that a test guesses. @returns its email address */
export async function withPassword(): Promise<string> {
  const { email } = await aMember(await anOrganization(), 'member')
  await db.user.update({ where: { email }, data: { passwordHash: await hashPassword('the right one') } })
  return email
}

async function withoutOrganization(): Promise<string> {
  const email = await withPassword()
  await db.membership.deleteMany({ where: { user: { email } } })
  return email
}
