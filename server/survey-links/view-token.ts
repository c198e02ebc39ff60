import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { keyedHash, keyedHashesUnderAllSecrets } from '../encryption'

/*
 * The token of one view of an open link's page: a UUID, which becomes the id of its response, so that one view answers once; and a MAC over
 * it and the link. The UUID (version 7) tells when the page was shown.
 */

const TOKEN = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.([\w-]{22})$/
const MAC_BYTES = 16

export type PageView = { id: string; token: string; viewedAt: number }

export function createPageView(linkId: string, viewedAt = Date.now()): PageView {
  const id = uuidv7({ msecs: viewedAt })
  const mac = Buffer.from(keyedHash('survey-view', `${linkId} ${id}`)).subarray(0, MAC_BYTES)
  return { id, token: `${id}.${mac.toString('base64url')}`, viewedAt }
}

/** @returns null for a token that was not made for this link */
export function readPageView(linkId: string, token: string | null): PageView | null {
  const [, id, encodedMac] = TOKEN.exec(token ?? '') ?? []
  if (token === null || id === undefined || encodedMac === undefined) return null
  const mac = Buffer.from(encodedMac, 'base64url')
  const hashes = keyedHashesUnderAllSecrets('survey-view', `${linkId} ${id}`)
  if (!hashes.some((hash) => timingSafeEqual(mac, Buffer.from(hash).subarray(0, MAC_BYTES)))) return null
  return { id, token, viewedAt: Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) }
}
