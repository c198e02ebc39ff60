import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'

/*
 * Maps credentials to the organization that they last authenticated as. The server in front of Next queues requests per organization before
 * any credentials are checked; the code that checks them records the result here. It grants no access: revoked or invalid keys are still
 * rejected by the check itself.
 */

const KEPT_AT_MOST = 10_000

/** server/runtime.ts, which the server in front of Next cannot import: it and the app each load their own copy of this file. */
const { values } = (globalThis.feedbackService ??= { values: new Map(), shutdown: new Map() })
if (!values.has('recognised')) values.set('recognised', new Map())

/** @type {Map<string, string>} organization by credential hash, least recently used first */
const known = values.get('recognised')

/**
 * @typedef {(name: string) => string | null | undefined} HeaderReader by a lower-case name
 */

/**
 * @param {HeaderReader} header
 * @returns {string | undefined} the organization that these credentials last authenticated as
 */
export function recognised(header) {
  const shown = shownIn(header)
  return shown && known.get(shown)
}

/**
 * Call it after the credentials were verified.
 *
 * @param {HeaderReader} header
 * @param {string} organizationId
 */
export function recognise(header, organizationId) {
  const shown = shownIn(header)
  if (shown) keep(shown, organizationId)
}

/**
 * Call it after the signature of a job engine's request was verified.
 *
 * @param {string} network {@link import('./network.mjs').parseNetwork}
 */
export function recogniseEngine(network) {
  keep(engineAt(network), '')
}

/**
 * @param {string} network
 * @returns {boolean} whether a verified job engine request came from this network
 */
export function isEngine(network) {
  return known.has(engineAt(network))
}

function engineAt(network) {
  return `engine ${network}`
}

function keep(shown, whose) {
  known.delete(shown)
  known.set(shown, whose)
  if (known.size > KEPT_AT_MOST) known.delete(known.keys().next().value ?? '')
}

/** The hash of the API key or session cookie, so that no live credentials stay in memory. */
function shownIn(header) {
  const shown = header('x-api-key') || header('authorization') || sessionIn(header('cookie'))
  return shown && createHash('sha256').update(shown).digest('base64')
}

/** next-auth's two cookie names: over https, and on localhost. */
function sessionIn(header) {
  const cookies = parseCookie(header ?? '')
  return cookies['__Secure-next-auth.session-token'] || cookies['next-auth.session-token']
}
