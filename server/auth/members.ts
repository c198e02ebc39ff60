import { db, isUniqueViolation } from '../db'
import { NotFound, ValidationError } from '../errors'
import type { Actor, Role } from '../principal'
import { hashPassword, verifyPassword } from './passwords'
import type { Account, Credentials, SignUp } from './schema'
import { endSessionsOf, isRole } from './sessions'

export type NewMember = { userId: string; organizationId: string; email: string }

/**
 * A person, their organization, and the person as its owner: all or nothing.
 * @throws {ValidationError} under `email` when the address has an account. That somebody has one cannot be kept from a
 * person who signs up with their address; they are asked to sign in.
 */
export async function signUp({ name, email, password, organizationName }: SignUp): Promise<NewMember> {
  const passwordHash = await hashPassword(password)
  try {
    const { id, memberships } = await db.user.create({
      data: {
        name,
        email,
        passwordHash,
        memberships: { create: { role: 'owner', organization: { create: { name: organizationName } } } },
      },
      select: { id: true, memberships: { select: { organizationId: true } } },
    })
    const organizationId = memberships[0]?.organizationId
    if (organizationId === undefined) throw new Error('an account was made without its organization')
    return { userId: id, organizationId, email }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ email: ['This email address has an account already. Sign in instead.'] })
  }
}

/** The person with this email address and password; null, in the same time, for any other pair. */
export async function findMember({ email, password }: Credentials): Promise<{ id: string; email: string } | null> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, email: true, passwordHash: true } })
  const isRight = await verifyPassword(user?.passwordHash, password)
  return user && isRight ? { id: user.id, email: user.email } : null
}

/**
 * Sets a new password and signs the person out everywhere.
 * @throws {NotFound} when nobody has this address.
 */
export async function resetPassword(email: string, password: string): Promise<{ userId: string; email: string }> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } })
  if (!user) throw new NotFound('user')
  await db.user.update({ where: { id: user.id }, data: { passwordHash: await hashPassword(password) } })
  await endSessionsOf(user.id)
  return { userId: user.id, email }
}

type User = Extract<Actor, { type: 'user' }>

/** Who is signed in, where they look, and where else they could. */
export async function getAccount(
  organizationId: string,
  { userId, name, email, role }: User,
): Promise<Omit<Account, 'mailCaptured' | 'baseUrl'>> {
  const memberships = await db.membership.findMany({
    where: { userId },
    select: { role: true, organization: { select: { id: true, name: true, demo: true, timeZone: true } } },
    orderBy: [{ organization: { name: 'asc' } }, { organizationId: 'asc' }],
  })
  const current = memberships.find(({ organization }) => organization.id === organizationId)
  if (!current) throw new NotFound('organization')
  return {
    user: { id: userId, name, email, role },
    organization: current.organization,
    organizations: memberships.flatMap(({ role: held, organization }) =>
      isRole(held) ? { id: organization.id, name: organization.name, role: held satisfies Role } : [],
    ),
  }
}

/**
 * Lets this browser look at another organization of the same person.
 * @throws {NotFound} for one that the person does not belong to.
 */
export async function switchOrganization({ userId, sessionId }: User, organizationId: string): Promise<void> {
  const membership = await db.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { userId: true },
  })
  if (!membership) throw new NotFound('organization')
  await db.session.updateMany({ where: { id: sessionId, userId }, data: { organizationId } })
}
