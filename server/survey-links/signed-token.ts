import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { FIELD_VALUE_MAX_CHARACTERS } from '../surveys/fields/constants'
import { Email, singleLineTextSchema } from '../validation/schema'
import { CONTACT_NAME_MAX_CHARACTERS, SIGNED_TOKEN_MAX_CHARACTERS } from './constants'
import { decryptLinkSecrets } from './link-secret'
import type { OpenLink } from './open-link'

/*
 * Tokens with which the owner's server vouches for who answers, or for hidden fields: JWT (RFC 7519), HS256 under the secret of the link. They
 * are valid for a day at most, so that a copied one ends soon.
 */

const LIFETIME_SECONDS = 86_400
const CLOCK_TOLERANCE_SECONDS = 60

const Claims = z.object({
  exp: z.number(),
  email: Email.nullish(),
  name: singleLineTextSchema(CONTACT_NAME_MAX_CHARACTERS).nullish(),
  fields: z.record(z.string(), singleLineTextSchema(FIELD_VALUE_MAX_CHARACTERS)).nullish(),
})

/** Who a token says that a visitor is. @property email normalized; null for a token with fields only */
export type SignedVisitor = { email: string | null; name: string | null; fields: Readonly<Record<string, string>> }

/** Why a token is not accepted; `lifetime`: without an end, or with one that is more than a day ahead. */
export type TokenFault = 'malformed' | 'signature' | 'expired' | 'lifetime' | 'claims'

type SigningLink = Pick<OpenLink, 'id' | 'secrets'>

/** By the current secret, and by the previous one until its end. */
export async function verifySignedToken(
  { id, secrets }: SigningLink,
  token: string,
): Promise<{ visitor: SignedVisitor } | { fault: TokenFault }> {
  if (token.length > SIGNED_TOKEN_MAX_CHARACTERS) return { fault: 'malformed' }
  for (const secret of decryptLinkSecrets(id, secrets)) {
    const result = await verifyUnder(secret, token)
    if (!('fault' in result) || result.fault !== 'signature') return result
  }
  return { fault: 'signature' }
}

/** Null without a token, and for one that is not accepted. */
export async function readSignedToken(link: SigningLink, token: string | null): Promise<SignedVisitor | null> {
  if (token === null || token === '') return null
  const result = await verifySignedToken(link, token)
  return 'visitor' in result ? result.visitor : null
}

async function verifyUnder(secret: string, token: string) {
  try {
    const key = new TextEncoder().encode(secret)
    const options = { algorithms: ['HS256'], clockTolerance: CLOCK_TOLERANCE_SECONDS, requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, key, options)
    return readClaims(payload)
  } catch (error) {
    return { fault: toFault(error) }
  }
}

function readClaims(payload: object): { visitor: SignedVisitor } | { fault: TokenFault } {
  const { success, data } = Claims.safeParse(payload)
  if (!success) return { fault: 'claims' }
  const { exp, email = null, name = null, fields } = data
  if (exp > Date.now() / 1000 + LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS) return { fault: 'lifetime' }
  return { visitor: { email, name, fields: fields ?? {} } }
}

function toFault(error: unknown): TokenFault {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'exp' ? 'lifetime' : 'claims'
  if (error instanceof errors.JOSEError) return 'malformed'
  throw error
}
