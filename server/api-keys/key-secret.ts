import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyedHash, keyedHashesUnderAllSecrets } from '../encryption'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'cfs_'
const RANDOM_CHARACTERS = 37
const CHECKSUM_CHARACTERS = 6

/** `cfs_`, 37 random base62 characters (220 bits) and a base62 CRC-32 of what precedes it; 47 characters in all. */
export function generateApiKey(): string {
  let key = PREFIX
  for (let i = 0; i < RANDOM_CHARACTERS; i += 1) key += ALPHABET.charAt(randomInt(ALPHABET.length))
  return key + computeChecksum(key)
}

export function hasApiKeyFormat(text: string): boolean {
  return /^cfs_[\w-]{43}$/.test(text)
}

export function hasValidChecksum(key: string): boolean {
  return (
    computeChecksum(key.slice(0, PREFIX.length + RANDOM_CHARACTERS)) === key.slice(PREFIX.length + RANDOM_CHARACTERS)
  )
}

export function hashApiKey(key: string): Uint8Array<ArrayBuffer> {
  return keyedHash('api-key', key)
}

export function hashApiKeyUnderAllSecrets(key: string): Uint8Array[] {
  return keyedHashesUnderAllSecrets('api-key', key)
}

export function getKeyHints(key: string): { start: string; end: string } {
  return { start: key.slice(PREFIX.length, PREFIX.length + 4), end: key.slice(-4) }
}

function computeChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_CHARACTERS; i += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
