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
import { Email } from '../../validation/schema'
import { IDENTITY_PROVIDERS, type IdentityProviderId } from '../constants'

/*
 * OpenID Connect with the authorization code flow, PKCE (RFC 7636), state and nonce. The library validates the responses; this module
 * defines the providers and which claims are trusted.
 */

const GOOGLE_ISSUER = 'https://accounts.google.com'
export const PROVIDER_REDIRECT_PATH = '/sign-in/return'
const SCOPE = 'openid email profile'
const TIMEOUT_S = 10

export type IdentityProvider = { id: IdentityProviderId; name: string | null }

export function listIdentityProviders(): IdentityProvider[] {
  return IDENTITY_PROVIDERS.flatMap((id) => {
    const client = getClientConfig(id)
    return client ? [{ id, name: client.name }] : []
  })
}

export const IdentityClaims = z.object({
  provider: z.enum(IDENTITY_PROVIDERS),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  name: z.string(),
})
export type IdentityClaims = z.infer<typeof IdentityClaims>

/**
 * The authorization URL for a browser that holds `token`. State, nonce and verifier are derived from the token, so that only this browser
 * can complete the flow.
 * @throws {NotFound} for a provider that is not configured. @throws {Error} if it cannot be reached.
 */
export async function createAuthorizationUrl(provider: IdentityProviderId, token: string): Promise<string> {
  const url = buildAuthorizationUrl(await getConfiguration(provider), {
    redirect_uri: env.baseUrl + PROVIDER_REDIRECT_PATH,
    scope: SCOPE,
    state: deriveFromToken(token, 'state'),
    nonce: deriveFromToken(token, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(deriveFromToken(token, 'verifier')),
    code_challenge_method: 'S256',
  })
  return url.href
}

export async function exchangeAuthorizationCode(
  provider: IdentityProviderId,
  search: URLSearchParams,
  token: string,
): Promise<IdentityClaims> {
  const configuration = await getConfiguration(provider)
  const tokens = await authorizationCodeGrant(
    configuration,
    // The public URL, whatever proxies are in front of this process.
    new URL(`${env.baseUrl}${PROVIDER_REDIRECT_PATH}?${search}`),
    {
      expectedState: deriveFromToken(token, 'state'),
      expectedNonce: deriveFromToken(token, 'nonce'),
      pkceCodeVerifier: deriveFromToken(token, 'verifier'),
      idTokenExpected: true,
    },
  )
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider sent no ID token')
  // Some providers put the email into the ID token, others only into the userinfo response.
  const profile =
    claims['email'] === undefined
      ? { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
      : claims
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: Email.nullable().catch(null).parse(profile['email']),
    // Google is authoritative only for addresses that it hosts (Verify the Google ID token, 2024): others may have changed owners since.
    isEmailVerified: isTrue(profile['email_verified']) && (provider !== 'google' || isHostedByGoogle(profile)),
    name: z.string().trim().catch('').parse(profile['name']).slice(0, 100),
  }
}

function isHostedByGoogle({ email, hd }: Record<string, unknown>): boolean {
  return typeof hd === 'string' || (typeof email === 'string' && /@(?:gmail|googlemail)\.com$/i.test(email))
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function getClientConfig(provider: IdentityProviderId) {
  if (provider === 'oidc') return env.oidc
  return env.google && env.googleSignIn ? { issuer: GOOGLE_ISSUER, name: 'Google', ...env.google } : null
}

const discoveryCacheByIssuer = new Map<string, { configuration: Promise<Configuration>; fetchedAt: number }>()

async function getConfiguration(provider: IdentityProviderId): Promise<Configuration> {
  const client = getClientConfig(provider)
  if (!client) throw new NotFound('provider')
  const cached = discoveryCacheByIssuer.get(client.issuer)
  if (cached && cached.fetchedAt > now().getTime() - HOUR_MS) return cached.configuration
  const insecure = client.issuer.startsWith('http://') ? [allowInsecureRequests] : []
  const configuration = discovery(new URL(client.issuer), client.clientId, client.clientSecret, undefined, {
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: TIMEOUT_S,
  })
  discoveryCacheByIssuer.set(client.issuer, { configuration, fetchedAt: now().getTime() })
  try {
    return await configuration
  } catch (error) {
    // Do not cache a failure.
    discoveryCacheByIssuer.delete(client.issuer)
    throw error
  }
}

function deriveFromToken(token: string, use: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${use} ${token}`).digest('base64url')
}
