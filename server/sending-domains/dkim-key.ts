import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** RFC 8301, 3.2: signers should use at least 2048 bits. 4096 do not fit into the TXT records of many DNS providers. */
const KEY_BITS = 2048

/**
 * @returns a selector that no other sender of the domain uses, the private key (PKCS #8 in PEM) and the public key
 *   (SubjectPublicKeyInfo in DER, base64)
 */
export async function generateDkimKey(): Promise<{ selector: string; privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { selector: `cfs${randomBytes(4).toString('hex')}`, privateKey, publicKey: publicKey.toString('base64') }
}
