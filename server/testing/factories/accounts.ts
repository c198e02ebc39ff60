import { hashPassword } from '../../auth/passwords'
import { db } from '../../db'
import { anOrganization } from './basics'
import { aMember } from './sessions'

/** Kinds of accounts that a sign-in refuses alike, each with a function that makes one. @returns its email address */
export const REFUSED_ACCOUNTS: [name: string, make: () => Promise<string>][] = [
  ['an account with a password', withPassword],
  ['an account without a password', async () => (await aMember(await anOrganization(), 'member')).email],
  ['an account without an organization', withoutOrganization],
]

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
