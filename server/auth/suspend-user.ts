import { OPERATOR_CONTEXT } from '../actor-context'
import { auditInUserOrganizations } from '../audit/audit'
import { now } from '../clock'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'

/**
 * Ends every session of a user and rejects all sign-ins until the operator resumes them. Their organizations are not affected.
 * @throws {NotFound} for an address without an account
 */
export async function suspendUser(email: string, reason: string): Promise<{ userId: string; suspendedAt: string }> {
  const suspendedAt = now()
  return transact(async ({ tx }) => {
    const [user] = await tx.user.updateManyAndReturn({ where: { email }, data: { suspendedAt }, select: { id: true } })
    if (!user) throw new NotFound('user')
    const { id: userId } = user
    // A separate statement after the row lock: it sees all sessions opened until then.
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    const about = { userId, sessions, reason }
    await auditInUserOrganizations(userId, { action: 'account.suspended', actorContext: OPERATOR_CONTEXT, about })
    return { userId, suspendedAt: suspendedAt.toISOString() }
  })
}

export async function resumeUser(email: string): Promise<{ userId: string }> {
  return transact(async ({ tx }) => {
    const data = { suspendedAt: null }
    const [user] = await tx.user.updateManyAndReturn({ where: { email }, data, select: { id: true } })
    if (!user) throw new NotFound('user')
    await auditInUserOrganizations(user.id, {
      action: 'account.resumed',
      actorContext: OPERATOR_CONTEXT,
      about: { userId: user.id },
    })
    return { userId: user.id }
  })
}
