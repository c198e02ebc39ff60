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
import type { HashPurpose, SealedPurpose, TokenPurpose } from './secret-uses'

/*
 * Everything is made under APP_SECRET, with a key for each purpose. What was made under one of APP_SECRETS_ACCEPTED is read
 * too, so a secret can be replaced while the service runs (docs/deploy.md).
 */

type Keys = {
  /** Names the secret and tells nothing about it. */
  id: string
  /** For ciphertexts of version 2: HKDF-SHA256 (RFC 5869). */
  sealing: (purpose: SealedPurpose) => Buffer
  /** For keyed hashes and tokens, which cannot be made again when the way to make them changes; and for version 1. */
  hashing: (purpose: string) => Buffer
}

let current: Keys
let ring: readonly Keys[]

/** The id of the secret that everything is made under now. */
export let currentKeyId: string
/** The ids of the other secrets that are still read. */
export let acceptedKeyIds: readonly string[]
/** What a ciphertext begins with that was made under the current secret. */
export let CURRENT_SEAL: string

setSecrets(env.appSecrets)

/**
 * Makes everything under the first secret, and reads what was made under any of them. A process sets them once, from its
 * environment; a test sets others.
 */
export function setSecrets([secret, ...accepted]: readonly [string, ...string[]]): void {
  current = deriveKeys(secret)
  const older = accepted.map(deriveKeys)
  ring = [current, ...older]
  currentKeyId = current.id
  acceptedKeyIds = older.map(({ id }) => id)
  CURRENT_SEAL = `v2.${current.id}.`
}

function deriveKeys(secret: string): Keys {
  const hmac = (label: string) => createHmac('sha256', secret).update(`cfs:${label}`).digest()
  return {
    id: hmac('key-id').toString('hex').slice(0, 8),
    sealing: remembered((purpose) => Buffer.from(hkdfSync('sha256', secret, '', `cfs:seal:${purpose}`, 32))),
    hashing: remembered(hmac),
  }
}

function remembered(make: (label: string) => Buffer): (label: string) => Buffer {
  const made = new Map<string, Buffer>()
  return (label) => {
    const key = made.get(label) ?? make(label)
    made.set(label, key)
    return key
  }
}

/**
 * Encrypts a secret at rest with AES-256-GCM under APP_SECRET, with the key of its purpose.
 * @param boundTo the id of the row it stands in: a ciphertext copied to another row does not open.
 */
export function encryptSecret(purpose: SealedPurpose, secret: string, boundTo: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', current.sealing(purpose), nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return CURRENT_SEAL + [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** @throws {Error} when the text was made under a secret that is not accepted, for another row, or was altered. */
export function decryptSecret(purpose: SealedPurpose, encrypted: string, boundTo: string): string {
  const [version, ...rest] = encrypted.split('.')
  if (version === 'v1') return openFirst(rest, boundTo)
  const [id, ...parts] = rest
  const keys = version === 'v2' ? ring.find((one) => one.id === id) : undefined
  if (!keys) throw new Error('not a secret that this service encrypted under a secret it knows')
  return opened(keys.sealing(purpose), parts, boundTo)
}

/** Version 1 had one key for every purpose and did not say under which secret it was made. */
function openFirst(parts: readonly string[], boundTo: string): string {
  let failure: unknown
  for (const keys of ring) {
    try {
      return opened(keys.hashing('encrypt'), parts, boundTo)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function opened(key: Buffer, parts: readonly string[], boundTo: string): string {
  const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !tag || !sealed || parts.length !== 3) throw new Error('not a secret that this service encrypted')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

/** HMAC-SHA256 under APP_SECRET, one key per purpose: for what is looked up but must not be readable. */
export function keyedHash(purpose: HashPurpose, text: string): Uint8Array<ArrayBuffer> {
  return hashUnder(current, purpose, text)
}

/** The hashes that may stand for a text, the current one first: one for each secret that is accepted, normally one. */
export function keyedHashes(
  purpose: HashPurpose,
  text: string,
): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  return [hashUnder(current, purpose, text), ...ring.slice(1).map((keys) => hashUnder(keys, purpose, text))]
}

function hashUnder(keys: Keys, purpose: HashPurpose, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', keys.hashing(purpose)).update(text).digest())
}

/**
 * An unguessable token that names a row and needs no table: the row's UUID and a 128-bit MAC over it, base64url (43
 * characters). The purpose is part of the MAC, so a survey link is no unsubscribe link.
 */
export function signToken(purpose: TokenPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, computeMac(current, purpose, bytes)]).toString('base64url')
}

/** The UUID that a token of this purpose names; null for anything that this service did not sign. */
export function readToken(purpose: TokenPurpose, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, 16)
  const mac = bytes.subarray(16)
  if (bytes.length !== 32 || !ring.some((keys) => timingSafeEqual(mac, computeMac(keys, purpose, id)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function computeMac(keys: Keys, purpose: TokenPurpose, bytes: Buffer): Buffer {
  return createHmac('sha256', keys.hashing(`token:${purpose}`))
    .update(bytes)
    .digest()
    .subarray(0, 16)
}

/** SHA-256 in hex, for fingerprints of what is no secret. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
