import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { auditPerson } from '../../audit/audit'
import { now } from '../../clock'
import { db, isUniqueViolation, type Tx } from '../../db'
import { RateLimitExceeded } from '../../errors'
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

/** What waits for a browser that was sent to a provider: with `userId`, somebody signed in who adds it to their account. */
const Journey = z.object({ provider: z.enum(PROVIDERS), next: z.string() })

/**
 * Sends a browser to a provider.
 * @param permit the token with which somebody signed in was let do so ({@link beginConnect}); null to sign in.
 * @returns the address to go to, and what the browser keeps until it comes back; null where `permit` is no such token.
 * @throws {NotFound} for a provider that is not set up. @throws {RateLimitExceeded}
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

/** What became of somebody who came back from a provider. */
export type Returned =
  | { kind: 'signedIn'; signedIn: SignedIn; next: string }
  /** There is a second step to take. */
  | { kind: 'secondStep'; step: string; next: string }
  /** Nobody has an account with it: one can be made. */
  | { kind: 'new'; token: string; next: string }
  /** Somebody has an account with that address, and the provider does not vouch for it, or the account does not. */
  | { kind: 'taken'; email: string; provider: ProviderId; next: string }
  /** It was added to the account of whoever is signed in; or it is another account's. */
  | { kind: 'connected' | 'otherAccount' }
  /** It began too long ago, or in another browser; whoever adds one is signed in no more. */
  | { kind: 'over'; next: string }
  /** They changed their mind there. */
  | { kind: 'cancelled' | 'failed'; provider: ProviderId; next: string; isConnecting: boolean }

/**
 * Ends what {@link beginAtProvider} began. Whoever has a second factor is asked for it: what a provider says takes the place of
 * the password, and of nothing else.
 * @param search the query with which the browser came back.
 * @param person who is signed in in this browser.
 * @throws {RateLimitExceeded} @throws {Unauthenticated} where the session of whoever adds one ended meanwhile.
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
    await tx.$queryRaw`SELECT FROM "user" WHERE id = ${person.id}::uuid FOR SHARE`
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
 * Whose account it is: of whoever added it; else of whoever has confirmed the address that the provider vouches for. An address
 * that only one of both makes sure of may be somebody else's.
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

/** @returns false where it was removed meanwhile. */
async function noteUse(tx: Tx, userId: string, { issuer, subject, email }: Claims): Promise<boolean> {
  const { count } = await tx.identity.updateMany({
    where: { issuer, subject, userId },
    data: { email, lastUsedAt: now() },
  })
  return count === 1
}

/** @returns false where somebody else has it. */
async function connect(person: SignedInPerson, claims: Claims, origin: Origin): Promise<boolean> {
  const { userId, name } = person
  return transact(async (work) => {
    await work.tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
    await requireOpenSession(work.tx, person)
    return link(work, { id: userId, name }, claims, origin)
  })
}

/** Writes down that somebody signs in with it, and tells them by mail. The same once more is no news. */
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
  // Nobody is signed in yet, or came back by a way that says nothing of it.
  const by = { doer: { type: 'user', id: userId, name }, origin } as const
  await auditPerson(userId, { action: 'identity.added', by, about: { userId, provider: claims.provider } })
  const values = { what: 'identity_added' }
  await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values, aboutId: row.id }])
  return true
}

/** The row of an identity; its person is signed in with it now. */
export function identityRow(userId: string, { provider, issuer, subject, email }: Claims) {
  return { id: uuidv7(), userId, provider, issuer, subject, email, lastUsedAt: now(), createdAt: now() }
}

/** Whom a provider named who has no account yet; null once that is over. */
export async function readNewIdentity(token: string): Promise<Claims | null> {
  const parsed = Claims.safeParse((await findStep('newIdentity', token))?.details)
  return parsed.success ? parsed.data : null
}

/**
 * Makes an account for whom a provider named, and signs them in with it.
 * @param make makes the person, in the transaction that uses the token up.
 * @returns null when it took too long.
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
    // Somebody made an account with it at the same moment: whoever comes back from the provider is in it.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

async function countTry({ address }: Origin): Promise<void> {
  const retryAfter = await countProviderTry(address ?? 'unknown')
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}

/** A provider that does not answer, or says what is not so: an operator has to know. Strangers can cause it: not on each line. */
function noteFailure(provider: ProviderId, error: unknown, origin: Origin): void {
  failures.note(provider, { provider }, () => log.warn({ err: error, provider }, 'a sign-in with a provider failed'))
  recordRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
}

const WINDOW_MS = 10 * 60_000
const failures = new LogSampler<{ provider: ProviderId }>(WINDOW_MS, (line) =>
  log.warn(line, 'more sign-ins with a provider failed'),
)
