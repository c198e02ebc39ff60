import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from './env'

const VERSION = 'v1'
const keyFor = (purpose: string) => createHmac('sha256', env.appSecrets[0]).update(`cfs:${purpose}`).digest()
const encryptionKey = keyFor('encrypt')

/**
 * Encrypts a secret at rest with AES-256-GCM under APP_SECRET.
 * @param boundTo the id of the row it stands in: a ciphertext copied to another row does not open.
 */
export function encryptSecret(secret: string, boundTo: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [
    VERSION,
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    sealed.toString('base64url'),
  ].join('.')
}

/** @throws {Error} when the text was made under another APP_SECRET, for another row, or was altered. */
export function decryptSecret(encrypted: string, boundTo: string): string {
  const [version, nonce, tag, sealed] = encrypted.split('.')
  if (version !== VERSION || nonce === undefined || tag === undefined || sealed === undefined)
    throw new Error('not a secret that this service encrypted')
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(nonce, 'base64url'))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8')
}

/** HMAC-SHA256 under APP_SECRET, one key per purpose: for what is looked up but must not be readable. */
export function keyedHash(purpose: string, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', keyFor(purpose)).update(text).digest())
}

/**
 * An unguessable token that names a row and needs no table: the row's UUID and a 128-bit MAC over it, base64url (43
 * characters). The purpose is part of the MAC, so a survey link is no unsubscribe link.
 */
export function signToken(purpose: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, macOf(purpose, bytes)]).toString('base64url')
}

/** The UUID that a token of this purpose names; null for anything that this service did not sign. */
export function readToken(purpose: string, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, 16)
  if (bytes.length !== 32 || !timingSafeEqual(bytes.subarray(16), macOf(purpose, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function macOf(purpose: string, bytes: Buffer): Buffer {
  return createHmac('sha256', keyFor(`token:${purpose}`))
    .update(bytes)
    .digest()
    .subarray(0, 16)
}

/** SHA-256 in hex, for fingerprints of what is no secret. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
