import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { z } from 'zod'
import { HOUR_MS, now } from '../../clock'
import { env } from '../../env'
import { NotFound } from '../../errors'
import { Email } from '../../fields/schema'
import type { ProviderId } from '../vocabulary'

/*
 * OpenID Connect, with the authorization code flow, PKCE (RFC 7636), a state and a nonce. The library judges what a provider says;
 * here stands which there are, and what is believed of it.
 */

const GOOGLE_ISSUER = 'https://accounts.google.com'
/** Where a provider sends a browser back to; it has to be registered there. */
export const RETURN_PATH = '/sign-in/return'
const SCOPE = 'openid email profile'
const TIMEOUT_S = 10

type Client = { issuer: string; clientId: string; clientSecret: string; name: string | null }

/** A provider as pages show it; without a name it is the company's own, which the reader's language has a word for. */
export type Provider = { id: ProviderId; name: string | null }

/** Those that the operator set up, in the order in which they are offered. */
export function listProviders(): Provider[] {
  const all: Provider[] = [
    { id: 'google', name: 'Google' },
    { id: 'oidc', name: env.oidc?.name ?? null },
  ]
  return all.filter(({ id }) => clientOf(id) !== null)
}

/** Who somebody is, as a provider says. */
export const Claims = z.object({
  provider: z.enum(['google', 'oidc']),
  issuer: z.string(),
  /** What the provider calls them, for ever. */
  subject: z.string(),
  /** Trimmed and lower-cased; null where it names none, or none that mail can reach. */
  email: z.string().nullable(),
  /** The provider made sure that the address is theirs. */
  isEmailVerified: z.boolean(),
  name: z.string(),
})
export type Claims = z.infer<typeof Claims>

/**
 * Where a browser that holds `token` goes to sign in. State, nonce and verifier are made of the token, so that nothing but the
 * browser has them.
 * @throws {NotFound} for a provider that is not set up. @throws {Error} when it cannot be reached.
 */
export async function authorizationUrl(provider: ProviderId, token: string): Promise<string> {
  const url = buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: env.baseUrl + RETURN_PATH,
    scope: SCOPE,
    state: derive(token, 'state'),
    nonce: derive(token, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derive(token, 'verifier')),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the code that a browser came back with.
 * @param search the query of the address that it came back to.
 * @throws {Error} for an answer that is not to our question, or does not hold.
 */
export async function readReturn(provider: ProviderId, search: URLSearchParams, token: string): Promise<Claims> {
  const configuration = await configurationOf(provider)
  const tokens = await authorizationCodeGrant(
    configuration,
    // What people's browsers are sent to, whatever stands between them and this process.
    new URL(`${env.baseUrl}${RETURN_PATH}?${search}`),
    {
      expectedState: derive(token, 'state'),
      expectedNonce: derive(token, 'nonce'),
      pkceCodeVerifier: derive(token, 'verifier'),
      idTokenExpected: true,
    },
  )
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider sent no ID token')
  // Some say who somebody is in the token, others when they are asked.
  const said =
    claims['email'] === undefined
      ? { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
      : claims
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: Email.nullable().catch(null).parse(said['email']),
    // Google vouches for what it hosts alone (Verify the Google ID token, 2024): another address may have changed hands since.
    isEmailVerified: isTrue(said['email_verified']) && (provider !== 'google' || isHostedByGoogle(said)),
    name: z.string().trim().catch('').parse(said['name']).slice(0, 100),
  }
}

function isHostedByGoogle({ email, hd }: Record<string, unknown>): boolean {
  return typeof hd === 'string' || (typeof email === 'string' && /@(?:gmail|googlemail)\.com$/i.test(email))
}

/** Some providers say it in letters. */
function isTrue(said: unknown): boolean {
  return said === true || said === 'true'
}

function clientOf(provider: ProviderId): Client | null {
  if (provider === 'oidc') return env.oidc
  return env.google && env.googleSignIn ? { issuer: GOOGLE_ISSUER, name: 'Google', ...env.google } : null
}

/** What a provider says of itself is asked once an hour, so that keys and addresses may change. */
const known = new Map<ProviderId, { configuration: Promise<Configuration>; askedAt: number }>()

async function configurationOf(provider: ProviderId): Promise<Configuration> {
  const client = clientOf(provider)
  if (!client) throw new NotFound('provider')
  const held = known.get(provider)
  if (held && held.askedAt > now().getTime() - HOUR_MS) return held.configuration
  const configuration = discover(client)
  known.set(provider, { configuration, askedAt: now().getTime() })
  try {
    return await configuration
  } catch (error) {
    // The next who comes asks again.
    known.delete(provider)
    throw error
  }
}

async function discover({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
  const insecure = issuer.startsWith('http://') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: TIMEOUT_S,
  })
}

/** 256 bits for one use, of which nobody can tell those for another. */
function derive(token: string, use: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${use} ${token}`).digest('base64url')
}
