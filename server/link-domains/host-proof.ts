import { keyedHash, keyedHashesUnderAllSecrets } from '../encryption'

/*
 * What the service answers at PROOF_PATH: a keyed hash of the host. It proves that a request for this host reached this service, and needs no
 * row. Which organization may use the host is proven by DNS.
 */

const encode = (hash: Uint8Array) => Buffer.from(hash).toString('base64url')

/** @param hostname without a port */
export function createHostProof(hostname: string): string {
  return encode(keyedHash('link-domain-proof', hostname.toLowerCase()))
}

export function isHostProof(hostname: string, text: string): boolean {
  return keyedHashesUnderAllSecrets('link-domain-proof', hostname.toLowerCase()).some((hash) => encode(hash) === text)
}
