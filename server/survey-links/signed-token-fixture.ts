import { createHmac } from 'node:crypto'

/* Tokens as an owner's server may sign them, without the library that reads them. */

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** For `exp`. */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

export function signClaims(
  secret: string,
  claims: object,
  { header = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256' }: { header?: object; hash?: string } = {},
): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`
}
