import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Twilio signed a form post (`X-Twilio-Signature`): Base64 of an HMAC-SHA1 under the account's auth token over the URL and all
 * parameters, sorted by name. Nothing in it is a time: handlers must be idempotent.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 * @param url as Twilio was told it, without fragment; its standard port may be in the signed URL or not
 */
export function isTwilioSignatureValid(
  authToken: string,
  { signature, url, parameters }: { signature: string | null; url: string; parameters: URLSearchParams },
): boolean {
  if (signature === null) return false
  const presented = Buffer.from(signature)
  const text = [...new Set(parameters.keys())]
    .sort()
    .flatMap((name) => [...new Set(parameters.getAll(name))].sort().map((value) => `${name}${value}`))
    .join('')
  return listUrlsWithAndWithoutPort(url).some((candidate) => {
    const expected = Buffer.from(createHmac('sha1', authToken).update(`${candidate}${text}`).digest('base64'))
    return presented.length === expected.length && timingSafeEqual(presented, expected)
  })
}

/** Not through `URL`, which may escape the rest of it differently. */
function listUrlsWithAndWithoutPort(url: string): string[] {
  const [, scheme, host, rest = ''] = /^(https?):\/\/([^/?#]+)([/?#].*)?$/.exec(url) ?? []
  if (scheme === undefined || host === undefined) return [url]
  const port = scheme === 'https' ? ':443' : ':80'
  if (host.endsWith(port)) return [url, `${scheme}://${host.slice(0, -port.length)}${rest}`]
  return /:\d+$/.test(host) ? [url] : [url, `${scheme}://${host}${port}${rest}`]
}
