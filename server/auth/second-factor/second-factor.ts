import { audit, auditPerson } from '../../audit/audit'
import { db, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'
import type { Actor } from '../../principal'
import { queueSystemEmails } from '../../system-emails/queue'
import { transact, type Work } from '../../unit-of-work'
import { confirmPerson } from '../confirm-person'
import type { SecondFactor } from '../schema'
import { requireOpenSession } from '../sessions'
import { renewRecoveryCodes } from './recovery-codes'

/*
 * What a person has beside a password: an authenticator app, passkeys, and codes for the day that both are lost. As soon as
 * there is one of the first two, the password alone opens nothing.
 */

export type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId'>

/** What changed, for the audit log and for the mail that tells the person. */
export type FactorChange =
  | 'authenticator_app.added'
  | 'authenticator_app.removed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'recovery_codes.renewed'

/** Everything that a person signs in with beside the password. */
export async function getSecondFactor(userId: string): Promise<SecondFactor> {
  const [app, passkeys, recoveryCodesLeft, asking] = await Promise.all([
    db.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } }),
    db.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
    askingOrganizations(db, userId),
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
    askedBy: asking.map(({ name }) => name),
  }
}

/** Whether the password of a person is not enough. */
export async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await countFactors(tx, userId)) > 0
}

/**
 * Changes what a person signs in with, while nobody else does: the person's row is held, so that of a sign-in and a change at
 * the same moment either the sign-in sees the change or the change sees the session. Every other browser is signed out where
 * something was added. The log has it, and the person a mail.
 * @param addedId of what is added: the mail takes it back.
 * @throws {Unauthenticated} where their session was ended meanwhile, by a new password for one.
 * @returns new recovery codes where this is the person's first second factor.
 */
export async function changeFactors(
  { userId, sessionId }: Person,
  action: FactorChange,
  change: (work: Work) => Promise<void>,
  addedId?: string,
): Promise<string[] | null> {
  return transact(async (work) => {
    const { tx } = work
    await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
    await requireOpenSession(tx, { userId, sessionId })
    const before = await countFactors(tx, userId)
    await change(work)
    const codes = before === 0 && action.endsWith('.added') ? await renewRecoveryCodes(tx, userId) : null
    if (before > 0 && (await countFactors(tx, userId)) === 0) await leaveOpen(tx, userId)
    if (action.endsWith('.added')) await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
    await tx.signInStep.deleteMany({ where: { userId } })
    await auditPerson(userId, { action, about: { userId } })
    const values = { what: action.replace('.', '_') }
    const about = addedId === undefined ? {} : { aboutId: addedId }
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values, ...about }])
    return codes
  })
}

/** The last one is gone. @throws {ValidationError} while an organization asks for one. */
async function leaveOpen(tx: Tx, userId: string): Promise<void> {
  const [asking] = await askingOrganizations(tx, userId)
  if (asking) throw new ValidationError({ current: [sentence('secondFactor.asked', { organization: asking.name })] })
  await tx.recoveryCode.deleteMany({ where: { userId } })
}

/** Ten new codes; none of those before works any more. @throws {ValidationError} under `current` for a wrong password. */
export async function renewCodes(person: Person, { current }: { current: string }): Promise<string[]> {
  await confirmPerson(person, current)
  let codes: string[] = []
  await changeFactors(person, 'recovery_codes.renewed', async ({ tx }) => {
    if (!(await hasSecondFactor(tx, person.userId))) throw new NotFound('secondFactor')
    codes = await renewRecoveryCodes(tx, person.userId)
  })
  return codes
}

/**
 * Asks everybody in the organization to sign in in two steps, or no longer. Who does not yet is held at the door of it from
 * their next request on.
 * @throws {ValidationError} for somebody who does not themself: nobody shuts themself out.
 */
export async function askForSecondFactor(organizationId: string, asks: boolean, { userId }: Person): Promise<void> {
  await transact(async ({ tx }) => {
    if (asks && !(await hasSecondFactor(tx, userId)))
      throw new ValidationError({ asks: [sentence('secondFactor.yoursFirst')] })
    const [organization] = await tx.organization.updateManyAndReturn({
      where: { id: organizationId, asksSecondFactor: !asks },
      data: { asksSecondFactor: asks },
      select: { name: true },
    })
    if (!organization) return
    await audit(organizationId, {
      action: asks ? 'second_factor.asked' : 'second_factor.left_open',
      record: { type: 'organization', id: organizationId, name: organization.name },
    })
  })
}

/** Whether everybody in the organization has to sign in in two steps. @throws {NotFound} */
export async function asksForSecondFactor(organizationId: string): Promise<boolean> {
  const row = await db.organization.findUnique({ where: { id: organizationId }, select: { asksSecondFactor: true } })
  if (!row) throw new NotFound('organization')
  return row.asksSecondFactor
}

/**
 * An operator lets somebody in again who lost everything: app, passkeys and codes are removed, and every browser signed out.
 * @throws {NotFound} when nobody has this address.
 */
export async function resetSecondFactor(email: string): Promise<{ userId: string; email: string; removed: number }> {
  return transact(async (work) => {
    const { tx } = work
    const [user] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "user" WHERE email = ${email} FOR UPDATE`
    if (!user) throw new NotFound('user')
    const { id: userId } = user
    const removed = await removeFactors(tx, userId)
    await tx.signInStep.deleteMany({ where: { userId } })
    await tx.session.deleteMany({ where: { userId } })
    await auditPerson(userId, { action: 'second_factor.removed', about: { userId } })
    await queueSystemEmails(work, [
      { kind: 'credentialChanged', organizationId: null, userId, values: { what: 'second_factor_removed' } },
    ])
    return { userId, email, removed }
  })
}

/** Everything that is asked for beside the password goes. For transactions that hold the person's row. @returns how much it was. */
export async function removeFactors(tx: Tx, userId: string): Promise<number> {
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

function askingOrganizations(tx: Tx, userId: string): Promise<{ name: string }[]> {
  return tx.organization.findMany({
    where: { asksSecondFactor: true, memberships: { some: { userId } } },
    select: { name: true },
    orderBy: { name: 'asc' },
  })
}
