import { hash } from '@node-rs/argon2'
import { type CreatedAccount, createOwnerWithOrganization } from '../../auth/accounts'
import { hashPassword } from '../../auth/passwords'
import type { SignUp } from '../../auth/schema'
import { db } from '../../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../../security-events'
import { anOrganization } from './basics'
import { aMember } from './sessions'

/** Kinds of accounts whose sign-in must fail identically, each with a factory. @returns the email address */
export const ACCOUNTS_FAILING_SIGN_IN_ALIKE: [name: string, make: () => Promise<string>][] = [
  ['an account with a password', anAccountWithPassword],
  ['an account without a password', async () => (await aMember(await anOrganization(), 'member')).email],
  ['an account without an organization', withoutOrganization],
]

/**
 * A valid hash with 8 KiB instead of 46 MiB of memory, computed in under a millisecond; `verifyPassword` reads the parameters from the
 * hash. sign-in.test.ts verifies the product's real parameters.
 */
export function fastPasswordHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

export async function anOwner({ password, ...person }: SignUp, by: 'operator' | 'themself'): Promise<CreatedAccount> {
  return createOwnerWithOrganization(
    { ...person, passwordHash: await fastPasswordHash(password), isEmailVerified: false },
    by,
    UNKNOWN_REQUEST_ORIGIN,
  )
}

export async function anAccountWithPassword(): Promise<string> {
  const { email } = await aMember(await anOrganization(), 'member')
  await db.user.update({ where: { email }, data: { passwordHash: await hashPassword('the right one') } })
  return email
}

async function withoutOrganization(): Promise<string> {
  const email = await anAccountWithPassword()
  await db.membership.deleteMany({ where: { user: { email } } })
  return email
}
