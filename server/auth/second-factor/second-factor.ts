import { audit, auditInUserOrganizations } from '../../audit/audit'
import { db, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockUser } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import type { SessionUser } from '../../principal'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { notifyCredentialChanged } from '../credential-changes'
import { reauthenticate } from '../reauthenticate'
import type { SecondFactorStatus } from '../schema'
import { requireActiveSession } from '../sessions'
import { replaceRecoveryCodes } from './recovery-codes'

/*
 * Second factors of a user: an authenticator app, passkeys, and recovery codes in case both are lost. Once there is an app or a passkey,
 * the password alone is not sufficient.
 */

type SecondFactorChange =
  | 'authenticator_app.added'
  | 'authenticator_app.removed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'recovery_codes.renewed'

export async function getSecondFactorStatus(userId: string): Promise<SecondFactorStatus> {
  const [app, passkeys, recoveryCodesLeft, requiringOrganizations] = await Promise.all([
    db.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } }),
    db.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
    listOrganizationsRequiringSecondFactor(db, userId),
  ])
  return {
    app: app?.confirmedAt
      ? { addedAt: app.confirmedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null }
      : null,
    passkeys: passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
      id,
      name,
      isSynced,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    requiredBy: requiringOrganizations.map(({ name }) => name),
  }
}

export async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await countFactors(tx, userId)) > 0
}

/**
 * Changes the second factors of a user. Locks the user row, so that a concurrent sign-in either sees the change or its session is seen
 * here. An addition ends every other session. The change is audited and the user notified by email.
 * @param addedId id of the added credential, for the removal link in the email.
 * @throws {Unauthenticated} if the session was ended meanwhile, for example by a password change.
 * @returns new recovery codes if this is the user's first second factor.
 */
export async function applySecondFactorChange(
  { userId, sessionId }: SessionUser,
  action: SecondFactorChange,
  change: (work: UnitOfWork) => Promise<void>,
  addedId?: string,
): Promise<string[] | null> {
  return transact(async (work) => {
    const { tx } = work
    await lockUser(tx, userId)
    await requireActiveSession(tx, { userId, sessionId })
    const before = await countFactors(tx, userId)
    await change(work)
    const codes = before === 0 && action.endsWith('.added') ? await replaceRecoveryCodes(tx, userId) : null
    if (before > 0 && !(await hasSecondFactor(tx, userId))) await deleteCodesUnlessRequired(tx, userId)
    if (action.endsWith('.added')) await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await auditInUserOrganizations(userId, { action, about: { userId } })
    const about = addedId === undefined ? {} : { subjectId: addedId }
    await notifyCredentialChanged(work, userId, { what: action.replace('.', '_') }, about)
    return codes
  })
}

async function deleteCodesUnlessRequired(tx: Tx, userId: string): Promise<void> {
  const [requiring] = await listOrganizationsRequiringSecondFactor(tx, userId)
  if (requiring)
    throw new ValidationError({ current: [localizableMessage('secondFactor.asked', { organization: requiring.name })] })
  await tx.recoveryCode.deleteMany({ where: { userId } })
}

export async function regenerateRecoveryCodes(person: SessionUser, { current }: { current: string }) {
  await reauthenticate(person, current)
  let codes: string[] = []
  await applySecondFactorChange(person, 'recovery_codes.renewed', async ({ tx }) => {
    if (!(await hasSecondFactor(tx, person.userId))) throw new NotFound('secondFactor')
    codes = await replaceRecoveryCodes(tx, person.userId)
  })
  return codes
}

/**
 * Makes two-factor authentication mandatory in the organization, or optional. Members without it are restricted from their next request on.
 * @throws {ValidationError} if the caller has no second factor, so that they cannot lock themselves out.
 */
export async function setSecondFactorRequiredInOrganization(
  organizationId: string,
  isRequired: boolean,
  { userId }: SessionUser,
) {
  await transact(async ({ tx }) => {
    if (isRequired && !(await hasSecondFactor(tx, userId)))
      throw new ValidationError({ asks: [localizableMessage('secondFactor.yoursFirst')] })
    const [organization] = await tx.organization.updateManyAndReturn({
      where: { id: organizationId, asksSecondFactor: !isRequired },
      data: { asksSecondFactor: isRequired },
      select: { name: true },
    })
    if (!organization) return
    await audit(organizationId, {
      action: isRequired ? 'second_factor.asked' : 'second_factor.left_open',
      record: { type: 'organization', id: organizationId, name: organization.name },
    })
  })
}

export async function isSecondFactorRequiredInOrganization(organizationId: string): Promise<boolean> {
  const row = await db.organization.findUnique({ where: { id: organizationId }, select: { asksSecondFactor: true } })
  if (!row) throw new NotFound('organization')
  return row.asksSecondFactor
}

export async function resetSecondFactorsAsOperator(
  email: string,
): Promise<{ userId: string; email: string; removed: number }> {
  return transact(async (work) => {
    const { tx } = work
    const user = await tx.user.findUnique({ where: { email } })
    if (!user) throw new NotFound('user')
    const { id: userId } = user
    await lockUser(tx, userId)
    const removed = await deleteSecondFactors(tx, userId)
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await tx.session.deleteMany({ where: { userId } })
    await auditInUserOrganizations(userId, { action: 'second_factor.removed', about: { userId } })
    await notifyCredentialChanged(work, userId, { what: 'second_factor_removed' })
    return { userId, email, removed }
  })
}

export async function deleteSecondFactors(tx: Tx, userId: string): Promise<number> {
  const removed = await countFactors(tx, userId)
  await tx.authenticatorApp.deleteMany({ where: { userId } })
  await tx.passkey.deleteMany({ where: { userId } })
  await tx.recoveryCode.deleteMany({ where: { userId } })
  return removed
}

async function countFactors(tx: Tx, userId: string): Promise<number> {
  const apps = await tx.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })
  return apps + (await tx.passkey.count({ where: { userId } }))
}

function listOrganizationsRequiringSecondFactor(tx: Tx, userId: string): Promise<{ name: string }[]> {
  return tx.organization.findMany({
    where: { asksSecondFactor: true, memberships: { some: { userId } } },
    select: { name: true },
    orderBy: { name: 'asc' },
  })
}
