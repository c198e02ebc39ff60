import { auditInUserOrganizations } from '../../audit/audit'
import { db } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockUser } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import type { SessionUser } from '../../principal'
import { transact } from '../../unit-of-work'
import type { IdentityProviderId } from '../constants'
import { notifyCredentialChanged } from '../credential-changes'
import { reauthenticate } from '../reauthenticate'
import type { IdentitiesAndProviders } from '../schema'
import { requireActiveSession } from '../sessions'
import { createSignInChallenge } from '../sign-in-challenges'
import { listIdentityProviders } from './openid-connect'

export async function listIdentitiesAndProviders(userId: string): Promise<IdentitiesAndProviders> {
  const rows = await db.identity.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const providers = listIdentityProviders()
  return {
    identities: rows.map(({ id, provider, email, createdAt, lastUsedAt }) => ({
      id,
      provider: provider as IdentityProviderId,
      name: providers.find((candidate) => candidate.id === provider)?.name ?? null,
      email,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    available: providers.filter(({ id }) => !rows.some(({ provider }) => provider === id)),
  }
}

export async function issueIdentityLinkToken(
  person: SessionUser,
  { provider, current }: { provider: IdentityProviderId; current: string },
): Promise<{ token: string }> {
  await reauthenticate(person, current)
  if (!listIdentityProviders().some(({ id }) => id === provider)) throw new NotFound('provider')
  return { token: await transact(({ tx }) => createSignInChallenge(tx, 'connect', { userId: person.userId })) }
}

export async function unlinkIdentity(person: SessionUser, { id, current }: { id: string; current: string }) {
  const { userId } = person
  await reauthenticate(person, current)
  await transact(async (work) => {
    const { tx } = work
    await lockUser(tx, userId)
    await requireActiveSession(tx, person)
    const { count } = await tx.identity.deleteMany({ where: { id, userId } })
    if (count === 0) throw new NotFound('secondFactor')
    const canStillSignIn =
      (await tx.user.count({ where: { id: userId, passwordHash: { not: null } } })) > 0 ||
      (await tx.identity.count({ where: { userId } })) > 0 ||
      (await tx.passkey.count({ where: { userId } })) > 0
    if (!canStillSignIn) throw new ValidationError({ current: [localizableMessage('secondFactor.onlyWay')] })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await auditInUserOrganizations(userId, { action: 'identity.removed', about: { userId } })
    await notifyCredentialChanged(work, userId, { what: 'identity_removed' })
  })
}
