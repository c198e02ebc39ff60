import { env } from '../env'

/* An address that takes as little room as it can: in a text message every sign is one word less. */

const PLACES = { r: 'responses', v: 'reviews' } as const
type Sign = keyof typeof PLACES

/** Of a response or a review: its id in 22 characters, after a letter for what it is. */
export function shortLink(trigger: 'response' | 'review', id: string): string {
  const sign: Sign = trigger === 'review' ? 'v' : 'r'
  return `${env.baseUrl}/r/${sign}${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
}

/** The path of the page that a short link means; null for what is none. It says nothing about whether the page is there. */
export function readShortLink(code: string): string | null {
  const [, sign, packed = ''] = /^([rv])([\w-]{22})$/.exec(code) ?? []
  if (sign === undefined) return null
  const id = Buffer.from(packed, 'base64url').toString('hex')
  return `/${PLACES[sign as Sign]}/${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
