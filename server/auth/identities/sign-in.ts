import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { auditPerson } from '../../audit/audit'
import { now } from '../../clock'
import { db, isUniqueViolation, type Tx } from '../../db'
import { RateLimitExceeded } from '../../errors'
import { lockUser } from '../../locks'
import { log } from '../../log'
import { LogSampler } from '../../log-sampling'
import type { Actor } from '../../principal'
import { type Origin, recordRefusal } from '../../security-events'
import { queueSystemEmails } from '../../system-emails/queue'
import { transact, type Work } from '../../unit-of-work'
import { openAccount, type SignedIn } from '../open-account'
import { hasSecondFactor } from '../second-factor/second-factor'
import { beginStep, findStep, spendStep, takeStep } from '../second-factor/sign-in-steps'
import { requireOpenSession } from '../sessions'
import { countProviderTry, isKnownAddress, rememberSignIn } from '../throttle'
import { PROVIDERS, type ProviderId } from '../vocabulary'
import { authorizationUrl, Claims, readReturn } from './provider'

type Browser = { origin: Origin; userAgent: string | null }
type SignedInPerson = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId' | 'name'>

/** Details of a `provider` step. A step with `userId` links an identity to that signed-in user. */
const Journey = z.object({ provider: z.enum(PROVIDERS), next: z.string() })

/**
 * Starts the flow at a provider.
 * @param permit the token from {@link beginConnect}; null to sign in.
 * @returns the URL to redirect to, and the token that the browser stores until it returns; null if `permit` is invalid.
 * @throws {NotFound} for a provider that is not configured. @throws {RateLimitExceeded}
 */
export async function beginAtProvider(
  provider: ProviderId,
  { next, permit, userId, origin }: { next: string; permit: string | null; userId: string | null; origin: Origin },
): Promise<{ url: string; token: string } | null> {
  await countTry(origin)
  const token = await transact(async ({ tx }) => {
    const held = permit === null ? null : await takeStep(tx, 'connect', permit)
    if (permit !== null && (held?.userId == null || held.userId !== userId)) return null
    return beginStep(tx, 'provider', { userId: held?.userId ?? null, details: { provider, next } })
  })
  return token === null ? null : { url: await authorizationUrl(provider, token), token }
}

export type Returned =
  | { kind: 'signedIn'; signedIn: SignedIn; next: string }
  | { kind: 'secondStep'; step: string; next: string }
  /** No account is linked: the user can create one. */
  | { kind: 'new'; token: string; next: string }
  /** An account has that address, but the provider or the account has not verified it. */
  | { kind: 'taken'; email: string; provider: ProviderId; next: string }
  /** Linked to the signed-in user's account; or already linked to another one. */
  | { kind: 'connected' | 'otherAccount' }
  /** Expired, or started in another browser; or the session that started the linking has ended. */
  | { kind: 'over'; next: string }
  | { kind: 'cancelled' | 'failed'; provider: ProviderId; next: string; isConnecting: boolean }

/**
 * Completes the flow started by {@link beginAtProvider}. The identity replaces only the password: a second factor is still required.
 * @param search the query of the redirect.
 * @param person the user signed in in this browser.
 * @throws {RateLimitExceeded} @throws {Unauthenticated} if the session that links an identity was ended meanwhile.
 */
export async function returnFromProvider(
  token: string,
  search: URLSearchParams,
  { person, ...browser }: Browser & { person: SignedInPerson | null },
): Promise<Returned> {
  await countTry(browser.origin)
  const step = await transact(({ tx }) => takeStep(tx, 'provider', token))
  const journey = Journey.safeParse(step?.details)
  if (!step || !journey.success) return { kind: 'over', next: '/' }
  const { provider, next } = journey.data
  const isConnecting = step.userId !== null
  if (search.get('error') === 'access_denied') return { kind: 'cancelled', provider, next, isConnecting }
  const claims = await readReturn(provider, search, token).catch((error: unknown) => {
    noteFailure(provider, error, browser.origin)
    return null
  })
  if (claims === null) return { kind: 'failed', provider, next, isConnecting }
  if (step.userId === null) return signInAs(claims, next, browser)
  if (step.userId !== person?.userId) return { kind: 'over', next }
  return { kind: (await connect(person, claims, browser.origin)) ? 'connected' : 'otherAccount' }
}

async function signInAs(claims: Claims, next: string, browser: Browser): Promise<Returned> {
  const found = await findPerson(claims)
  if (found === 'taken') return { kind: 'taken', email: claims.email ?? '', provider: claims.provider, next }
  if (found === null) {
    const token = await transact(({ tx }) => beginStep(tx, 'newIdentity', { userId: null, details: { ...claims } }))
    return { kind: 'new', token, next }
  }
  const { person, isLinked } = found
  const address = browser.origin.address ?? 'unknown'
  const isNew = !(await isKnownAddress(person.email, address))
  const outcome = await transact(async (work) => {
    const { tx } = work
    await lockUser(tx, person.id, 'SHARE')
    const holds = isLinked ? await noteUse(tx, person.id, claims) : await link(work, person, claims, browser.origin)
    if (!holds) return null
    if (await hasSecondFactor(tx, person.id)) return { step: await beginStep(tx, 'secondStep', { userId: person.id }) }
    return openAccount(work, { ...person, passwordHash: null }, { ...browser, isNew })
  })
  if (outcome === null) return { kind: 'over', next }
  if ('step' in outcome) return { kind: 'secondStep', step: outcome.step, next }
  await rememberSignIn(person.email, address)
  return { kind: 'signedIn', signedIn: outcome, next }
}

type Person = { id: string; name: string; email: string }
const PERSON = { id: true, name: true, email: true } as const

/**
 * The account with this identity, else the account with this address. Requires that both the provider and the account have verified the
 * address: otherwise it may belong to another person.
 */
async function findPerson({ issuer, subject, email, isEmailVerified }: Claims) {
  const identity = await db.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { user: { select: PERSON } },
  })
  if (identity) return { person: identity.user satisfies Person, isLinked: true }
  const user =
    email === null ? null : await db.user.findUnique({ where: { email }, select: { ...PERSON, emailVerifiedAt: true } })
  if (!user) return null
  const { emailVerifiedAt, ...person } = user
  return isEmailVerified && emailVerifiedAt !== null ? { person, isLinked: false } : ('taken' as const)
}

/** @returns false if the identity was unlinked meanwhile. */
async function noteUse(tx: Tx, userId: string, { issuer, subject, email }: Claims): Promise<boolean> {
  const { count } = await tx.identity.updateMany({
    where: { issuer, subject, userId },
    data: { email, lastUsedAt: now() },
  })
  return count === 1
}

/** @returns false if it is linked to another account. */
async function connect(person: SignedInPerson, claims: Claims, origin: Origin): Promise<boolean> {
  const { userId, name } = person
  return transact(async (work) => {
    await lockUser(work.tx, userId)
    await requireOpenSession(work.tx, person)
    return link(work, { id: userId, name }, claims, origin)
  })
}

/**
 * Links the identity, audits it and notifies the user by email. A no-op if it is already linked to the user.
 * @returns false if it is linked to another account.
 */
async function link(
  work: Work,
  { id: userId, name }: Pick<Person, 'id' | 'name'>,
  claims: Claims,
  origin: Origin,
): Promise<boolean> {
  const { tx } = work
  const row = identityRow(userId, claims)
  const held = await tx.identity.createMany({ data: [row], skipDuplicates: true })
  if (held.count === 0) {
    const { issuer, subject } = claims
    return (await tx.identity.count({ where: { issuer, subject, userId } })) === 1
  }
  // Set explicitly: the user may not be signed in yet, and the redirect has no actor.
  const by = { doer: { type: 'user', id: userId, name }, origin } as const
  await auditPerson(userId, { action: 'identity.added', by, about: { userId, provider: claims.provider } })
  const values = { what: 'identity_added' }
  await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values, subjectId: row.id }])
  return true
}

export function identityRow(userId: string, { provider, issuer, subject, email }: Claims) {
  return { id: uuidv7(), userId, provider, issuer, subject, email, lastUsedAt: now(), createdAt: now() }
}

/** The claims of a user who has no account yet; null once the token has expired. */
export async function readNewIdentity(token: string): Promise<Claims | null> {
  const parsed = Claims.safeParse((await findStep('newIdentity', token))?.details)
  return parsed.success ? parsed.data : null
}

/**
 * Creates an account for a new identity and signs the user in.
 * @param make creates the user, in the transaction that consumes the token.
 * @returns null if the token has expired, or a concurrent request linked the identity.
 */
export async function openNewAccount(
  token: string,
  browser: Browser,
  make: (claims: Claims) => Promise<Person>,
): Promise<SignedIn | null> {
  try {
    const opened = await transact(async (work) => {
      const claims = await readNewIdentity(token)
      if (!claims || !(await spendStep(work.tx, 'newIdentity', token))) return null
      const person = await make(claims)
      await work.tx.identity.create({ data: identityRow(person.id, claims) })
      const signedIn = await openAccount(work, { ...person, passwordHash: null }, { ...browser, isNew: false })
      return signedIn && { signedIn, email: person.email }
    })
    if (!opened) return null
    await rememberSignIn(opened.email, browser.origin.address ?? 'unknown')
    return opened.signedIn
  } catch (error) {
    // A concurrent request linked the identity: returning from the provider again signs in.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

async function countTry({ address }: Origin): Promise<void> {
  const retryAfter = await countProviderTry(address ?? 'unknown')
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}

/** Warns the operator about an unreachable or invalid provider. Sampled, because any client can cause it. */
function noteFailure(provider: ProviderId, error: unknown, origin: Origin): void {
  failures.note(provider, { provider }, () => log.warn({ err: error, provider }, 'a sign-in with a provider failed'))
  recordRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
}

const WINDOW_MS = 10 * 60_000
const failures = new LogSampler<{ provider: ProviderId }>(WINDOW_MS, (line) =>
  log.warn(line, 'more sign-ins with a provider failed'),
)
