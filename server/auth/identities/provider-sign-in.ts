import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { auditInUserOrganizations } from '../../audit/audit'
import { now } from '../../clock'
import { db, isUniqueViolation, type Tx } from '../../db'
import { lockUser } from '../../locks'
import { log } from '../../log'
import { LogSampler } from '../../log-sampler'
import type { UserActor } from '../../principal'
import { logSecurityRefusal, type RequestOrigin } from '../../security-events'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { completeSignIn, type SignedInUser } from '../complete-sign-in'
import { IDENTITY_PROVIDERS, type IdentityProviderId } from '../constants'
import { notifyCredentialChanged } from '../credential-changes'
import { enforceProviderSignInLimit, isKnownSignInIpAddress, rememberIpAddressAndResetLimit } from '../rate-limits'
import { hasSecondFactor } from '../second-factor/second-factor'
import { requireActiveSession } from '../sessions'
import {
  consumeSignInChallenge,
  createSignInChallenge,
  findSignInChallenge,
  readAndConsumeSignInChallenge,
} from '../sign-in-challenges'
import { createAuthorizationUrl, exchangeAuthorizationCode, IdentityClaims } from './openid-connect'

type Client = { origin: RequestOrigin; userAgent: string | null }

const ProviderFlow = z.object({ provider: z.enum(IDENTITY_PROVIDERS), next: z.string() })

export async function startProviderSignIn(
  provider: IdentityProviderId,
  {
    next,
    permit,
    userId,
    origin,
  }: { next: string; permit: string | null; userId: string | null; origin: RequestOrigin },
): Promise<{ url: string; token: string } | null> {
  await enforceProviderSignInLimit(origin)
  const token = await transact(async ({ tx }) => {
    const permission = permit === null ? null : await readAndConsumeSignInChallenge(tx, 'connect', permit)
    if (permit !== null && (permission?.userId == null || permission.userId !== userId)) return null
    return createSignInChallenge(tx, 'provider', { userId: permission?.userId ?? null, details: { provider, next } })
  })
  return token === null ? null : { url: await createAuthorizationUrl(provider, token), token }
}

/**
 * `new`: no account is linked, so the user can create one. `taken`: an account has the address, but the provider or the account has not
 * verified it. `over`: expired, started in another browser, or the session that started the linking has ended.
 */
export type ProviderCallbackResult =
  | { kind: 'signedIn'; signedIn: SignedInUser; next: string }
  | { kind: 'secondStep'; step: string; next: string }
  | { kind: 'new'; token: string; next: string }
  | { kind: 'taken'; email: string; provider: IdentityProviderId; next: string }
  | { kind: 'connected' | 'otherAccount' }
  | { kind: 'over'; next: string }
  | { kind: 'cancelled' | 'failed'; provider: IdentityProviderId; next: string; isConnecting: boolean }

/**
 * Completes a sign-in, or the linking of an identity, at a provider. The identity replaces only the password: a second factor is still required.
 * @param search the query of the redirect.
 * @param person the user signed in in this browser.
 * @throws {RateLimitExceeded} @throws {Unauthenticated} if the session that links an identity was ended meanwhile.
 */
export async function completeProviderSignIn(
  token: string,
  search: URLSearchParams,
  { person, ...client }: Client & { person: UserActor | null },
): Promise<ProviderCallbackResult> {
  await enforceProviderSignInLimit(client.origin)
  const signInChallenge = await transact(({ tx }) => readAndConsumeSignInChallenge(tx, 'provider', token))
  const flow = ProviderFlow.safeParse(signInChallenge?.details)
  if (!signInChallenge || !flow.success) return { kind: 'over', next: '/' }
  const { provider, next } = flow.data
  const isConnecting = signInChallenge.userId !== null
  if (search.get('error') === 'access_denied') return { kind: 'cancelled', provider, next, isConnecting }
  const claims = await exchangeAuthorizationCode(provider, search, token).catch((error: unknown) => {
    logProviderFailure(provider, error, client.origin)
    return null
  })
  if (claims === null) return { kind: 'failed', provider, next, isConnecting }
  if (signInChallenge.userId === null) return signInWithClaims(claims, next, client)
  if (signInChallenge.userId !== person?.userId) return { kind: 'over', next }
  const isLinked = await transact(async (work) => {
    await lockUser(work.tx, person.userId)
    await requireActiveSession(work.tx, person)
    return linkIdentity(work, { id: person.userId, name: person.name }, claims, client.origin)
  })
  return { kind: isLinked ? 'connected' : 'otherAccount' }
}

async function signInWithClaims(claims: IdentityClaims, next: string, client: Client): Promise<ProviderCallbackResult> {
  const match = await findAccountForClaims(claims)
  if (match === 'taken') return { kind: 'taken', email: claims.email ?? '', provider: claims.provider, next }
  if (match === null) {
    const token = await transact(({ tx }) =>
      createSignInChallenge(tx, 'newIdentity', { userId: null, details: { ...claims } }),
    )
    return { kind: 'new', token, next }
  }
  const { person, isLinked } = match
  const address = client.origin.address ?? 'unknown'
  const isNew = !(await isKnownSignInIpAddress(person.email, address))
  const outcome = await transact(async (work) => {
    const { tx } = work
    await lockUser(tx, person.id, 'SHARE')
    const isLinkValid = isLinked
      ? await recordIdentityUse(tx, person.id, claims)
      : await linkIdentity(work, person, claims, client.origin)
    if (!isLinkValid) return null
    if (await hasSecondFactor(tx, person.id))
      return { step: await createSignInChallenge(tx, 'secondStep', { userId: person.id }) }
    return completeSignIn(work, { ...person, passwordHash: null }, { ...client, isUnknownIpAddress: isNew })
  })
  if (outcome === null) return { kind: 'over', next }
  if ('step' in outcome) return { kind: 'secondStep', step: outcome.step, next }
  await rememberIpAddressAndResetLimit(person.email, address)
  return { kind: 'signedIn', signedIn: outcome, next }
}

type Person = { id: string; name: string; email: string }
const PERSON_FIELDS = { id: true, name: true, email: true } as const

/**
 * The account with this identity, else the account with this address. Requires that both the provider and the account have verified the
 * address: otherwise it may belong to another person.
 */
async function findAccountForClaims({ issuer, subject, email, isEmailVerified }: IdentityClaims) {
  const identity = await db.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { user: { select: PERSON_FIELDS } },
  })
  if (identity) return { person: identity.user satisfies Person, isLinked: true }
  const user =
    email === null
      ? null
      : await db.user.findUnique({ where: { email }, select: { ...PERSON_FIELDS, emailVerifiedAt: true } })
  if (!user) return null
  const { emailVerifiedAt, ...person } = user
  return isEmailVerified && emailVerifiedAt !== null ? { person, isLinked: false } : ('taken' as const)
}

async function recordIdentityUse(tx: Tx, userId: string, { issuer, subject, email }: IdentityClaims): Promise<boolean> {
  const { count } = await tx.identity.updateMany({
    where: { issuer, subject, userId },
    data: { email, lastUsedAt: now() },
  })
  return count === 1
}

async function linkIdentity(
  work: UnitOfWork,
  { id: userId, name }: Pick<Person, 'id' | 'name'>,
  claims: IdentityClaims,
  origin: RequestOrigin,
): Promise<boolean> {
  const { tx } = work
  const row = buildIdentityRow(userId, claims)
  const inserted = await tx.identity.createMany({ data: [row], skipDuplicates: true })
  if (inserted.count === 0) {
    const { issuer, subject } = claims
    return (await tx.identity.count({ where: { issuer, subject, userId } })) === 1
  }
  // Set explicitly: the user may not be signed in yet, and the redirect has no actor.
  const actor = { actor: { type: 'user', id: userId, name }, origin } as const
  await auditInUserOrganizations(userId, {
    action: 'identity.added',
    actorContext: actor,
    about: { userId, provider: claims.provider },
  })
  await notifyCredentialChanged(work, userId, { what: 'identity_added' }, { subjectId: row.id })
  return true
}

export function buildIdentityRow(userId: string, { provider, issuer, subject, email }: IdentityClaims) {
  return { id: uuidv7(), userId, provider, issuer, subject, email, lastUsedAt: now(), createdAt: now() }
}

export async function findPendingIdentity(token: string): Promise<IdentityClaims | null> {
  const parsed = IdentityClaims.safeParse((await findSignInChallenge('newIdentity', token))?.details)
  return parsed.success ? parsed.data : null
}

/**
 * Creates an account for a new identity and signs the user in.
 * @param createUser creates the user, in the transaction that consumes the token.
 * @returns null if the token has expired, or a concurrent request linked the identity.
 */
export async function createAccountAndSignInWithIdentity(
  token: string,
  client: Client,
  createUser: (claims: IdentityClaims) => Promise<Person>,
): Promise<SignedInUser | null> {
  try {
    const result = await transact(async (work) => {
      const claims = await findPendingIdentity(token)
      if (!claims || !(await consumeSignInChallenge(work.tx, 'newIdentity', token))) return null
      const person = await createUser(claims)
      await work.tx.identity.create({ data: buildIdentityRow(person.id, claims) })
      const signedIn = await completeSignIn(
        work,
        { ...person, passwordHash: null },
        { ...client, isUnknownIpAddress: false },
      )
      return signedIn && { signedIn, email: person.email }
    })
    if (!result) return null
    await rememberIpAddressAndResetLimit(result.email, client.origin.address ?? 'unknown')
    return result.signedIn
  } catch (error) {
    // A concurrent request linked the identity: returning from the provider again signs in.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

function logProviderFailure(provider: IdentityProviderId, error: unknown, origin: RequestOrigin): void {
  failureSampler.record(provider, { provider }, () =>
    log.warn({ err: error, provider }, 'a sign-in with a provider failed'),
  )
  logSecurityRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
}

const WINDOW_MS = 10 * 60_000
const failureSampler = new LogSampler<{ provider: IdentityProviderId }>(WINDOW_MS, (line) =>
  log.warn(line, 'more sign-ins with a provider failed'),
)
