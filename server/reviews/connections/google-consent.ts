import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { MINUTE_MS, now } from '../../clock'
import { db } from '../../db'
import { decryptSecret, encryptSecret, sha256Hex } from '../../encryption'
import { env } from '../../env'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { GOOGLE_CONSENT_VALID_MS } from '../constants'
import { createSiteTransport, type SiteConnectionOptions } from '../sources/create-site-client'
import {
  buildGoogleConsentUrl,
  exchangeGoogleCode,
  GoogleCredentials,
  type GoogleOAuthClientCredentials,
} from '../sources/google-oauth'
import { getSourceRow } from './source-rows'
import { withSiteFailuresAsFieldErrors } from './with-site-failures-as-field-errors'

/*
 * OAuth consent with Google. The redirect carries an unguessable state that is valid only for the same user and organization, once, and for
 * a limited time (RFC 6749, 10.12; RFC 7636).
 */

const STATE_VALID_MS = 15 * MINUTE_MS

export type ConnectingUser = { organizationId: string; userId: string }

/**
 * Starts the consent and returns Google's URL.
 * @param sourceId the source to reconnect.
 * @throws {ValidationError} if no Google client is configured. @throws {NotFound} if the source does not exist.
 */
export async function startGoogleConsent(
  { organizationId, userId }: ConnectingUser,
  sourceId: string | null,
  options: SiteConnectionOptions = {},
): Promise<{ url: string }> {
  if (sourceId !== null) await getSourceRow(organizationId, sourceId, 'google')
  const client = requireClient(options)
  const id = uuidv7()
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const secrets = { stateHash: sha256Hex(state), verifier: encryptSecret('review-consent', verifier, id) }
  await db.reviewConsent.create({ data: { id, organizationId, userId, sourceId, ...secrets } })
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const request = { state, codeChallenge, redirectUri: GOOGLE_REDIRECT_URI }
  return { url: buildGoogleConsentUrl(client, request, options.google?.addresses) }
}

export const GOOGLE_REDIRECT_URI = `${env.baseUrl}/api/review-sources/google`

/**
 * Handles Google's redirect: exchanges the code for a refresh token, once.
 * @returns the consent; `sourceId` is set if it reconnects a source.
 * @throws {ValidationError} if the state belongs to another user, was used or has expired, and if Google rejects the code.
 */
export async function completeGoogleConsent(
  { organizationId, userId }: ConnectingUser,
  { state, code }: { state: string; code: string },
  options: SiteConnectionOptions = {},
): Promise<{ id: string; sourceId: string | null; credentials: GoogleCredentials }> {
  const client = requireClient(options)
  const row = await consumeState({ organizationId, userId }, state)
  const codeVerifier = decryptSecret('review-consent', row.verifier, row.id)
  const credentials = await withSiteFailuresAsFieldErrors('google', () =>
    exchangeGoogleCode(
      { transport: createSiteTransport(options), client, addresses: options.google?.addresses },
      { code, codeVerifier, redirectUri: GOOGLE_REDIRECT_URI },
    ),
  )
  await db.reviewConsent.updateMany({
    where: { id: row.id, organizationId },
    data: { credentials: encryptSecret('review-consent', JSON.stringify(credentials), row.id) },
  })
  return { id: row.id, sourceId: row.sourceId, credentials }
}

/** Clears the verifier, so that only one of two concurrent calls with the same state succeeds. */
async function consumeState({ organizationId, userId }: ConnectingUser, state: string) {
  const where = {
    organizationId,
    userId,
    stateHash: sha256Hex(state),
    createdAt: { gt: new Date(now().getTime() - STATE_VALID_MS) },
  }
  const row = await db.reviewConsent.findFirst({ where })
  const { verifier } = row ?? {}
  if (!row || verifier == null) throw createConsentExpiredError()
  const { count } = await db.reviewConsent.updateMany({ where: { ...where, verifier }, data: { verifier: null } })
  if (count === 0) throw createConsentExpiredError()
  return { ...row, verifier }
}

export async function loadCredentialsFromConsent({ organizationId, userId }: ConnectingUser, id: string) {
  const row = await db.reviewConsent.findFirst({
    where: { id, organizationId, userId, createdAt: { gt: new Date(now().getTime() - GOOGLE_CONSENT_VALID_MS) } },
  })
  if (row?.credentials == null) throw createConsentExpiredError()
  return GoogleCredentials.parse(JSON.parse(decryptSecret('review-consent', row.credentials, id)))
}

function createConsentExpiredError(): ValidationError {
  return new ValidationError({ consentId: [localizableMessage('review.consentOver')] })
}

function requireClient(options: SiteConnectionOptions): GoogleOAuthClientCredentials {
  const client = options.google?.client ?? env.google
  if (client === null) throw new ValidationError({ site: [localizableMessage('review.googleNotSetUp')] })
  return client
}
