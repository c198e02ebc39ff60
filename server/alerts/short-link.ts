import { env } from '../env'

/* Short addresses, because each character in a text message leaves less room for words. */

const PLACES = { r: 'responses', v: 'reviews' } as const
type Sign = keyof typeof PLACES

export function shortLink(trigger: 'response' | 'review', id: string): string {
  const sign: Sign = trigger === 'review' ? 'v' : 'r'
  return `${env.baseUrl}/r/${sign}${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
}

export function readShortLink(code: string): string | null {
  const [, sign, packed = ''] = /^([rv])([\w-]{22})$/.exec(code) ?? []
  if (sign === undefined) return null
  const id = Buffer.from(packed, 'base64url').toString('hex')
  return `/${PLACES[sign as Sign]}/${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
