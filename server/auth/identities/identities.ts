import { auditPerson } from '../../audit/audit'
import { db } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockUser } from '../../locks'
import { sentence } from '../../messages/error-message'
import type { Actor } from '../../principal'
import { queueSystemEmails } from '../../system-emails/queue-emails'
import { transact } from '../../unit-of-work'
import { confirmPerson } from '../reauthenticate'
import type { Identities } from '../schema'
import { requireOpenSession } from '../sessions'
import { beginStep } from '../sign-in-challenges'
import type { ProviderId } from '../vocabulary'
import { listProviders } from './openid-connect'

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId'>

export async function listIdentities(userId: string): Promise<Identities> {
  const rows = await db.identity.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const providers = listProviders()
  return {
    identities: rows.map(({ id, provider, email, createdAt, lastUsedAt }) => ({
      id,
      provider: provider as ProviderId,
      name: providers.find((candidate) => candidate.id === provider)?.name ?? null,
      email,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    available: providers.filter(({ id }) => !rows.some(({ provider }) => provider === id)),
  }
}

export async function beginConnect(
  person: Person,
  { provider, current }: { provider: ProviderId; current: string },
): Promise<{ token: string }> {
  await confirmPerson(person, current)
  if (!listProviders().some(({ id }) => id === provider)) throw new NotFound('provider')
  return { token: await transact(({ tx }) => beginStep(tx, 'connect', { userId: person.userId })) }
}

export async function disconnect(person: Person, { id, current }: { id: string; current: string }): Promise<void> {
  const { userId } = person
  await confirmPerson(person, current)
  await transact(async (work) => {
    const { tx } = work
    await lockUser(tx, userId)
    await requireOpenSession(tx, person)
    const { count } = await tx.identity.deleteMany({ where: { id, userId } })
    if (count === 0) throw new NotFound('secondFactor')
    const canStillSignIn =
      (await tx.user.count({ where: { id: userId, passwordHash: { not: null } } })) > 0 ||
      (await tx.identity.count({ where: { userId } })) > 0 ||
      (await tx.passkey.count({ where: { userId } })) > 0
    if (!canStillSignIn) throw new ValidationError({ current: [sentence('secondFactor.onlyWay')] })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await auditPerson(userId, { action: 'identity.removed', about: { userId } })
    await queueSystemEmails(work, [
      { kind: 'credentialChanged', organizationId: null, userId, values: { what: 'identity_removed' } },
    ])
  })
}
