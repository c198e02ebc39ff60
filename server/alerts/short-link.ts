import { env } from '../env'

/* Short addresses, because each character in a text message leaves less room for words. */

const LIST_PATHS = { r: 'responses', v: 'reviews' } as const
type TypeLetter = keyof typeof LIST_PATHS

export function buildShortLink(trigger: 'response' | 'review', id: string): string {
  const typeLetter: TypeLetter = trigger === 'review' ? 'v' : 'r'
  return `${env.baseUrl}/r/${typeLetter}${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
}

export function resolveShortLinkPath(code: string): string | null {
  const [, typeLetter, encodedId = ''] = /^([rv])([\w-]{22})$/.exec(code) ?? []
  if (typeLetter === undefined) return null
  const id = Buffer.from(encodedId, 'base64url').toString('hex')
  return `/${LIST_PATHS[typeLetter as TypeLetter]}/${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
