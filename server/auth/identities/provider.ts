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
 * OpenID Connect with the authorization code flow, PKCE (RFC 7636), state and nonce. The library validates the responses; this module
 * defines the providers and which claims are trusted.
 */

const GOOGLE_ISSUER = 'https://accounts.google.com'
/** The redirect URI, which must be registered with the provider. */
export const RETURN_PATH = '/sign-in/return'
const SCOPE = 'openid email profile'
const TIMEOUT_S = 10

type Client = { issuer: string; clientId: string; clientSecret: string; name: string | null }

/** Without a name it is the company's own; pages show a localized label. */
export type Provider = { id: ProviderId; name: string | null }

export function listProviders(): Provider[] {
  const all: Provider[] = [
    { id: 'google', name: 'Google' },
    { id: 'oidc', name: env.oidc?.name ?? null },
  ]
  return all.filter(({ id }) => clientOf(id) !== null)
}

export const Claims = z.object({
  provider: z.enum(['google', 'oidc']),
  issuer: z.string(),
  /** Stable user id at the provider. */
  subject: z.string(),
  /** Trimmed and lower-cased; null if missing or invalid. */
  email: z.string().nullable(),
  /** Whether the provider verified the address and is trusted to do so. */
  isEmailVerified: z.boolean(),
  name: z.string(),
})
export type Claims = z.infer<typeof Claims>

/**
 * The authorization URL for a browser that holds `token`. State, nonce and verifier are derived from the token, so that only this browser
 * can complete the flow.
 * @throws {NotFound} for a provider that is not configured. @throws {Error} if it cannot be reached.
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
 * Exchanges the authorization code for claims.
 * @param search the query of the redirect.
 * @throws {Error} for a response that is invalid or belongs to another request.
 */
export async function readReturn(provider: ProviderId, search: URLSearchParams, token: string): Promise<Claims> {
  const configuration = await configurationOf(provider)
  const tokens = await authorizationCodeGrant(
    configuration,
    // The public URL, whatever proxies are in front of this process.
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
  // Some providers put the email into the ID token, others only into the userinfo response.
  const said =
    claims['email'] === undefined
      ? { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
      : claims
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: Email.nullable().catch(null).parse(said['email']),
    // Google is authoritative only for addresses that it hosts (Verify the Google ID token, 2024): others may have changed owners since.
    isEmailVerified: isTrue(said['email_verified']) && (provider !== 'google' || isHostedByGoogle(said)),
    name: z.string().trim().catch('').parse(said['name']).slice(0, 100),
  }
}

function isHostedByGoogle({ email, hd }: Record<string, unknown>): boolean {
  return typeof hd === 'string' || (typeof email === 'string' && /@(?:gmail|googlemail)\.com$/i.test(email))
}

/** Some providers send a string. */
function isTrue(said: unknown): boolean {
  return said === true || said === 'true'
}

function clientOf(provider: ProviderId): Client | null {
  if (provider === 'oidc') return env.oidc
  return env.google && env.googleSignIn ? { issuer: GOOGLE_ISSUER, name: 'Google', ...env.google } : null
}

/** Discovery documents, cached for an hour because keys and endpoints may change. */
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
    // Do not cache a failure.
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

/** A 256-bit value per use; none of them reveals another. */
function derive(token: string, use: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${use} ${token}`).digest('base64url')
}
