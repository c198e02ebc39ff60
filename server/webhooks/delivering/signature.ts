import { createHmac } from 'node:crypto'

/**
 * The value of X-Service-Signature: `t=<Unix seconds>,v1=<hex>`, where hex is the HMAC-SHA256 of `<t>.<body>` keyed with
 * the whole secret, its prefix included (interface specification, 6.4). While a secret is being replaced there is one
 * `v1` for each; a receiver accepts any of them.
 * @param body the bytes as they are sent.
 * @param secrets newest first.
 * @param at the time of this attempt, not of the event: receivers refuse what is older than 300 seconds.
 */
export function sign(body: string, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex'))
  return [`t=${t}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
