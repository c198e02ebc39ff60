import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'

/*
 * Maps credentials to the organization that they last authenticated as. The server in front of Next queues requests per organization before
 * any credentials are checked; the code that checks them records the result here. It grants no access: revoked or invalid keys are still
 * rejected by the check itself.
 */

const CREDENTIALS_MAX = 10_000

/** @type {typeof globalThis & { feedbackService?: typeof import('../process-state').processState }} */
const root = globalThis
const { values } = (root.feedbackService ??= { values: new Map(), shutdown: new Map() })
if (!values.has('recognised')) values.set('recognised', new Map())

const tenantByCredential = /** @type {Map<string, string>} */ (values.get('recognised'))

/**
 * @typedef {(name: string) => string | null | undefined} HeaderReader by a lower-case name
 */

/**
 * @param {HeaderReader} header
 * @returns {string | undefined} the organization that these credentials last authenticated as
 */
export function lookUpTenant(header) {
  const credentialHash = hashCredential(header)
  return credentialHash && tenantByCredential.get(credentialHash)
}

/**
 * Call it after the credentials were verified.
 *
 * @param {HeaderReader} header
 * @param {string} organizationId
 */
export function rememberTenant(header, organizationId) {
  const credentialHash = hashCredential(header)
  if (credentialHash) remember(credentialHash, organizationId)
}

/**
 * Call it after the signature of a job engine's request was verified.
 *
 * @param {string} network normalized for counting (normalize-ip-address.mjs)
 */
export function rememberJobEngineNetwork(network) {
  remember(engineKey(network), '')
}

/**
 * @param {string} network
 * @returns {boolean} whether a verified job engine request came from this network
 */
export function isKnownJobEngineNetwork(network) {
  return tenantByCredential.has(engineKey(network))
}

/** @param {string} network */
function engineKey(network) {
  return `engine ${network}`
}

/**
 * @param {string} credentialHash
 * @param {string} organizationId
 */
function remember(credentialHash, organizationId) {
  tenantByCredential.delete(credentialHash)
  tenantByCredential.set(credentialHash, organizationId)
  if (tenantByCredential.size > CREDENTIALS_MAX) tenantByCredential.delete(tenantByCredential.keys().next().value ?? '')
}

/** @param {HeaderReader} header */
function hashCredential(header) {
  const credential = header('x-api-key') || header('authorization') || readSessionCookie(header('cookie'))
  return credential && createHash('sha256').update(credential).digest('base64')
}

/** @param {string | null | undefined} header */
function readSessionCookie(header) {
  const cookies = parseCookie(header ?? '')
  return cookies['__Secure-next-auth.session-token'] || cookies['next-auth.session-token']
}
