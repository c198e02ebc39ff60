import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/*
 * A software passkey (WebAuthn Level 3) in place of device and browser. COSE and attestation objects are hand-written CBOR, since their
 * shape is fixed.
 */

const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64

type Challenge = { challenge: string }
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

export function createVirtualAuthenticator(origin: string) {
  const { hostname } = new URL(origin)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

  const clientData = (type: string, { challenge }: Challenge, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([sha256(hostname), Buffer.from([flags]), count, attested])
  }
  const credential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: response as { clientDataJSON: string },
  })

  return {
    id,
    publicKey: coseKey,
    register(challenge: Challenge, from = origin) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, coseKey])
      const data = authenticatorData(USER_PRESENT | USER_VERIFIED | ATTESTED, attested)
      // { fmt: 'none', attStmt: {}, authData }
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    assert(challenge: Challenge, { isVerified = true, from = origin }: { isVerified?: boolean; from?: string } = {}) {
      const client = clientData('webauthn.get', challenge, from)
      const data = authenticatorData(isVerified ? USER_PRESENT | USER_VERIFIED : USER_PRESENT)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
