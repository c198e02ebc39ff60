import { z } from 'zod'
import { createSiteFailure, SiteFailure } from './site-failure'
import { parseResponse, requestSite, type SiteRequest, type SiteTransport } from './site-http'

export type GoogleApiUrls = { reviews: string; accounts: string; locations: string; token: string; consent: string }

export const GOOGLE_API_URLS: GoogleApiUrls = {
  reviews: 'https://mybusiness.googleapis.com/v4',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  token: 'https://oauth2.googleapis.com/token',
  consent: 'https://accounts.google.com/o/oauth2/v2/auth',
}

export const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/business.manage'

export type GoogleOAuthClientCredentials = { clientId: string; clientSecret: string }

export const GoogleCredentials = z.object({ refreshToken: z.string().min(1) })
export type GoogleCredentials = z.infer<typeof GoogleCredentials>

export type GoogleApiAccess = {
  transport: SiteTransport
  client: GoogleOAuthClientCredentials
  credentials: GoogleCredentials
  addresses?: GoogleApiUrls | undefined
}

const GoogleError = z.object({ error: z.object({ message: z.string().optional() }) })

function readErrorMessage(body: unknown): string | undefined {
  return GoogleError.safeParse(body).data?.error.message
}

export function createGoogleRequestFunction(access: GoogleApiAccess): (call: SiteRequest) => Promise<string> {
  const { refreshToken } = access.credentials
  let token: string | undefined
  const authorized = async (call: SiteRequest) => {
    token ??= (await requestToken(access, { grant_type: 'refresh_token', refresh_token: refreshToken })).access_token
    return requestSite(access.transport, { ...call, headers: { Authorization: `Bearer ${token}` } }, readErrorMessage)
  }
  return async (call) => {
    try {
      return await authorized(call)
    } catch (error) {
      if (!(error instanceof SiteFailure && error.code === 'unauthorized')) throw error
      token = undefined
      return authorized(call)
    }
  }
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

type TokenAccess = Omit<GoogleApiAccess, 'credentials'>

/** @throws {SiteFailure} `revoked` if the grant was revoked, has expired, or belongs to another client (RFC 6749, 5.2). */
async function requestToken(
  { transport, client, addresses = GOOGLE_API_URLS }: TokenAccess,
  grant: Record<string, string>,
) {
  const form = { ...grant, client_id: client.clientId, client_secret: client.clientSecret }
  let errorCode: string | undefined
  try {
    const body = await requestSite(
      transport,
      {
        method: 'POST',
        url: addresses.token,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      },
      (response) => {
        const { error, error_description: description } = TokenError.safeParse(response).data ?? {}
        errorCode = error
        return description ?? error
      },
    )
    return parseResponse(Token, body)
  } catch (error) {
    if (error instanceof SiteFailure && errorCode === 'invalid_grant') throw createSiteFailure('revoked', {})
    throw error
  }
}

export function buildGoogleConsentUrl(
  { clientId }: Pick<GoogleOAuthClientCredentials, 'clientId'>,
  { state, codeChallenge, redirectUri }: { state: string; codeChallenge: string; redirectUri: string },
  addresses: GoogleApiUrls = GOOGLE_API_URLS,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: GOOGLE_SCOPE,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    // Without both, Google issues no refresh token to a user who has consented before.
    access_type: 'offline',
    prompt: 'consent',
  })
  return `${addresses.consent}?${query}`
}

/**
 * Exchanges the authorization code for a refresh token.
 * @throws {SiteFailure} `revoked` if the code is used or expired; `forbidden` if the owner did not grant access to reviews.
 */
export async function exchangeGoogleCode(
  access: TokenAccess,
  { code, codeVerifier, redirectUri }: { code: string; codeVerifier: string; redirectUri: string },
): Promise<GoogleCredentials> {
  const response = await requestToken(access, {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  })
  if (response.scope !== undefined && !response.scope.split(' ').includes(GOOGLE_SCOPE))
    throw createSiteFailure('forbidden', { words: '' })
  if (response.refresh_token === undefined) throw createSiteFailure('revoked', {})
  return { refreshToken: response.refresh_token }
}
