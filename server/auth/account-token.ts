import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes for a link. Only {@link hashToken} of it is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** As it is kept and looked for. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
