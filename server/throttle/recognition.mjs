import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'

/*
 * Which organization a key or a session turned out to belong to. The door in front of Next sees a request before anybody has
 * looked at its key, and wants to know in whose line it stands; whoever looks at keys and sessions says so here. It opens
 * nothing: a key that is revoked, or was never one, is still refused where keys are looked at.
 *
 * One place for the process: the door and the app have this file each for itself.
 */

const KEPT_AT_MOST = 10_000

/** @type {Map<string, string>} by what was shown, the organization; the one that was shown longest ago stands first. */
const known = /** @type {{ cfsRecognised?: Map<string, string> }} */ ((globalThis.cfsRecognised ??= new Map()))

/**
 * @typedef {(name: string) => string | null | undefined} HeaderReader by a lower-case name
 */

/**
 * @param {HeaderReader} header
 * @returns {string | undefined} the organization that what is shown here was found to belong to, the last time
 */
export function recognised(header) {
  const shown = shownIn(header)
  return shown && known.get(shown)
}

/**
 * To be called by whoever has just found out.
 *
 * @param {HeaderReader} header
 * @param {string} organizationId
 */
export function recognise(header, organizationId) {
  const shown = shownIn(header)
  if (shown) keep(shown, organizationId)
}

/**
 * To be called when a call of the jobs from there turned out to be signed.
 *
 * @param {string} network {@link import('./network.mjs').parseNetwork}
 */
export function recogniseEngine(network) {
  keep(engineAt(network), '')
}

/**
 * @param {string} network
 * @returns {boolean} whether whoever runs the jobs has called from there
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

/** The API key or the session of a request. Not as it is: a map of live keys is nothing to keep in memory. */
function shownIn(header) {
  const shown = header('x-api-key') || header('authorization') || sessionIn(header('cookie'))
  return shown && createHash('sha256').update(shown).digest('base64')
}

/** next-auth's two names for it: over https, and on this machine. */
function sessionIn(header) {
  const cookies = parseCookie(header ?? '')
  return cookies['__Secure-next-auth.session-token'] || cookies['next-auth.session-token']
}
