import { Secret, TOTP } from 'otpauth'
import { toAsciiDigits } from '../../fields/ascii-digits'

const PERIOD_SECONDS = 30

export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function buildTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/**
 * The time step of a valid code: 30-second periods since 1970 (RFC 6238, section 4). Accepts one step before and after, for clock skew and
 * slow typing (section 5.2).
 * @param typedCode may contain spaces, and digits of any script.
 * @returns null for a wrong or malformed code.
 */
export function verifyTotp(secret: string, typedCode: string, at: Date): number | null {
  const code = toAsciiDigits(typedCode.replaceAll(/\s/g, ''))
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = at.getTime()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
