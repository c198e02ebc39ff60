import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: beyond guessing, so that a plain hash identifies it. */
export function createAddressSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** @returns null for what is no secret */
export function hashAddressSecret(secret: string): Buffer<ArrayBuffer> | null {
  return isAddressSecret(secret) ? createHash('sha256').update(secret).digest() : null
}

export function isAddressSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
