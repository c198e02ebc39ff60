import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from './env'
import type { EncryptionPurpose, HashPurpose, TokenPurpose } from './secret-registry'

/*
 * Everything is encrypted, hashed and signed under APP_SECRET with a key per purpose. Secrets in APP_SECRETS_ACCEPTED are still accepted
 * for reading, so that the secret can be rotated without downtime (docs/deploy.md).
 */

type Keys = {
  id: string
  sealing: (purpose: EncryptionPurpose) => Buffer
  /** For keyed hashes and tokens, which cannot be recomputed if the derivation changes; and for version 1. */
  hashing: (purpose: string) => Buffer
}

let current: Keys
let keyRing: readonly Keys[]

export let currentKeyId: string
export let acceptedKeyIds: readonly string[]
export let CIPHERTEXT_PREFIX: string

setAppSecrets(env.appSecrets)

/** Writes use the first secret; reads accept all. Set once per process from its environment; tests set others. */
export function setAppSecrets([secret, ...accepted]: readonly [string, ...string[]]): void {
  current = deriveKeys(secret)
  const olderKeys = accepted.map(deriveKeys)
  keyRing = [current, ...olderKeys]
  currentKeyId = current.id
  acceptedKeyIds = olderKeys.map(({ id }) => id)
  CIPHERTEXT_PREFIX = `v2.${current.id}.`
}

function deriveKeys(secret: string): Keys {
  const hmac = (label: string) => createHmac('sha256', secret).update(`cfs:${label}`).digest()
  return {
    id: hmac('key-id').toString('hex').slice(0, 8),
    sealing: memoize((purpose) => Buffer.from(hkdfSync('sha256', secret, '', `cfs:seal:${purpose}`, 32))),
    hashing: memoize(hmac),
  }
}

function memoize(make: (label: string) => Buffer): (label: string) => Buffer {
  const cache = new Map<string, Buffer>()
  return (label) => {
    const key = cache.get(label) ?? make(label)
    cache.set(label, key)
    return key
  }
}

/**
 * Encrypts a secret at rest with AES-256-GCM under APP_SECRET, with the key of its purpose.
 * @param boundTo id of its row, as associated data: a ciphertext copied to another row does not decrypt
 */
export function encryptSecret(purpose: EncryptionPurpose, secret: string, boundTo: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', current.sealing(purpose), nonce).setAAD(Buffer.from(boundTo))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return (
    CIPHERTEXT_PREFIX + [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')).join('.')
  )
}

/** @throws {Error} if the ciphertext is from an unaccepted secret or another row, or was altered */
export function decryptSecret(purpose: EncryptionPurpose, encrypted: string, boundTo: string): string {
  const [version, ...rest] = encrypted.split('.')
  if (version === 'v1') return decryptVersion1(rest, boundTo)
  const [id, ...parts] = rest
  const keys = version === 'v2' ? keyRing.find((candidate) => candidate.id === id) : undefined
  if (!keys) throw new Error('not a secret that this service encrypted under a secret it knows')
  return decryptParts(keys.sealing(purpose), parts, boundTo)
}

/** Version 1 used one key for all purposes and did not record the secret's id. */
function decryptVersion1(parts: readonly string[], boundTo: string): string {
  let failure: unknown
  for (const keys of keyRing) {
    try {
      return decryptParts(keys.hashing('encrypt'), parts, boundTo)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function decryptParts(key: Buffer, parts: readonly string[], boundTo: string): string {
  const [nonce, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !tag || !ciphertext || parts.length !== 3) throw new Error('not a secret that this service encrypted')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

export function keyedHash(purpose: HashPurpose, text: string): Uint8Array<ArrayBuffer> {
  return hashUnder(current, purpose, text)
}

export function keyedHashesUnderAllSecrets(
  purpose: HashPurpose,
  text: string,
): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  return [hashUnder(current, purpose, text), ...keyRing.slice(1).map((keys) => hashUnder(keys, purpose, text))]
}

function hashUnder(keys: Keys, purpose: HashPurpose, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', keys.hashing(purpose)).update(text).digest())
}

/**
 * An unguessable, stateless token for a row: its UUID and a 128-bit MAC over it, base64url (43 characters). The purpose is part of the MAC,
 * so a survey token is not valid as an unsubscribe token.
 */
export function signToken(purpose: TokenPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, computeMac(current, purpose, bytes)]).toString('base64url')
}

export function verifyToken(purpose: TokenPurpose, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, 16)
  const mac = bytes.subarray(16)
  // Two bits of the last character are unused: only the form that was signed is accepted.
  if (bytes.toString('base64url') !== token) return null
  if (!keyRing.some((keys) => timingSafeEqual(mac, computeMac(keys, purpose, id)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function computeMac(keys: Keys, purpose: TokenPurpose, bytes: Buffer): Buffer {
  return createHmac('sha256', keys.hashing(`token:${purpose}`))
    .update(bytes)
    .digest()
    .subarray(0, 16)
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
