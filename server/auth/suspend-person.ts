import { auditPerson } from '../audit/audit'
import { now } from '../clock'
import { NotFound } from '../errors'
import { OPERATOR } from '../organization-context'
import { transact } from '../unit-of-work'

/**
 * Signs a person out everywhere and refuses every way to sign in, until {@link resumePerson}. Their organizations are not touched.
 *
 * @throws {NotFound} for an address without an account
 */
export async function suspendPerson(email: string, reason: string): Promise<{ userId: string; suspendedAt: string }> {
  const suspendedAt = now()
  return transact(async ({ tx }) => {
    const [user] = await tx.user.updateManyAndReturn({ where: { email }, data: { suspendedAt }, select: { id: true } })
    if (!user) throw new NotFound('user')
    const { id: userId } = user
    // A statement of its own, begun once the person's row is locked: it sees the sessions that were opened until then.
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } })
    await tx.signInStep.deleteMany({ where: { userId } })
    await auditPerson(userId, { action: 'account.suspended', by: OPERATOR, about: { userId, sessions, reason } })
    return { userId, suspendedAt: suspendedAt.toISOString() }
  })
}

/** @throws {NotFound} for an address without an account */
export async function resumePerson(email: string): Promise<{ userId: string }> {
  return transact(async ({ tx }) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { email },
      data: { suspendedAt: null },
      select: { id: true },
    })
    if (!user) throw new NotFound('user')
    await auditPerson(user.id, { action: 'account.resumed', by: OPERATOR, about: { userId: user.id } })
    return { userId: user.id }
  })
}
