import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { db } from '../db'
import { waitForLockWaiters } from '../testing/database/locks'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { resetPasswordAsOperator, verifyCredentials } from './accounts'
import { requestEmailChange } from './email-change'
import { beginAuthenticatorAppSetup, confirmAuthenticatorApp } from './second-factor/authenticator-app'
import { openSession } from './sessions'

const OLD = 'the first password'
const NEW = 'the second password'

async function aKnownMember() {
  const email = anEmailAddress()
  const { userId } = await anOwner({ name: 'Ada', email, password: OLD, organizationName: 'Analytical' }, 'operator')
  const known = await verifyCredentials({ email, password: OLD })
  if (!known) throw new Error('the password is right')
  return { email, userId, verifiedHash: known.passwordHash }
}

const sessions = (userId: string) => db.session.count({ where: { userId } })

it('opens no session for a password that was changed after it was checked', async () => {
  const { email, userId, verifiedHash } = await aKnownMember()
  await resetPasswordAsOperator(email, NEW)
  expect(await openSession(userId, verifiedHash)).toBeNull()
  expect(await sessions(userId)).toBe(0)
})

it('waits for an uncommitted password change and then opens no session', async () => {
  const { userId, verifiedHash } = await aKnownMember()
  const [isWritten, written] = aSignal()
  const [mayCommit, commit] = aSignal()
  const changing = transact(async ({ tx }) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash: 'another' } })
    await tx.session.deleteMany({ where: { userId } })
    written()
    await mayCommit
  })
  await isWritten
  const opening = openSession(userId, verifiedHash)
  await Promise.race([opening, waitForLockWaiters('%INSERT INTO session%')])
  commit()
  await changing

  expect(await opening).toBeNull()
  expect(await sessions(userId)).toBe(0)
})

it('changes the password and ends the sessions atomically in an operator’s password reset', async () => {
  const { email, userId, verifiedHash } = await aKnownMember()
  const opened = await openSession(userId, verifiedHash)
  const [isHeld, setHeld] = aSignal()
  const [mayRelease, release] = aSignal()
  // Locks the session row, so that it cannot be ended yet.
  const holding = transact(async ({ tx }) => {
    await tx.session.update({
      where: { id: opened?.sessionId ?? '' },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    })
    setHeld()
    await mayRelease
  })
  await isHeld
  const resetting = resetPasswordAsOperator(email, NEW)
  await waitForLockWaiters('%DELETE FROM%session%')
  const meanwhile = [await verifyCredentials({ email, password: NEW }), await sessions(userId)]
  release()
  await Promise.all([holding, resetting])

  expect(meanwhile).toEqual([null, 1])
  expect(await verifyCredentials({ email, password: NEW })).not.toBeNull()
  expect(await sessions(userId)).toBe(0)
})

it('refuses a new authenticator app or email change from a session that ends concurrently', async () => {
  const { userId, verifiedHash } = await aKnownMember()
  const { sessionId = '' } = (await openSession(userId, verifiedHash)) ?? {}
  const thief = { userId, sessionId }
  const { secret } = await beginAuthenticatorAppSetup(thief, { current: OLD })
  const [isWritten, written] = aSignal()
  const [mayCommit, commit] = aSignal()
  const changing = transact(async ({ tx }) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash: 'another' } })
    await tx.session.deleteMany({ where: { userId } })
    written()
    await mayCommit
  })
  await isWritten
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const outcomes = Promise.allSettled([
    confirmAuthenticatorApp(thief, { code }),
    requestEmailChange(thief, { current: OLD, email: anEmailAddress() }),
  ])
  await waitForLockWaiters('%FROM "user"%FOR UPDATE%', 2)
  commit()
  await changing

  expect(await outcomes).toMatchObject([{ reason: { status: 401 } }, { reason: { status: 401 } }])
  expect(await db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })).toBe(0)
  expect(await db.emailChange.count({ where: { userId } })).toBe(0)
})

function aSignal(): [Promise<void>, () => void] {
  let resolveSignal = () => undefined as void
  const signal = new Promise<void>((resolve) => {
    resolveSignal = resolve
  })
  return [signal, resolveSignal]
}
