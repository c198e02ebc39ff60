import { createHmac, timingSafeEqual } from 'node:crypto'
import { now } from '../../clock'
import { db } from '../../db'
import { NotFound, RateLimitExceeded } from '../../errors'
import { countIn, makeBucket } from '../../throttle/throttle'
import type { CheckSignature, SignatureFinding, SignatureReport } from '../schema'
import { asSent, bodyVariants, firstDifference } from './body-variants'
import { findOwner, type KnownSecret, knownSecrets, verdictOnUnknown } from './known-secrets'

/** The clock tolerance of receivers (interface specification, 6.4). */
const TOLERANCE_S = 300
const DELIVERIES_SEARCHED = 500
const SEARCHED_AT_ONCE = 20

type Text = { key: SignatureFinding; values: Record<string, string | number> }
type Values = Text['values']
const say = (key: SignatureFinding, values: Values = {}): Text => ({ key, values })

/** More than manual checks need; each check takes CPU time of a process that serves all organizations. */
const CHECKS_PER_MINUTE = 30

/**
 * Finds out which input does not match the others: the X-Service-Signature header, the body or the secret. Stores and logs none
 * of them.
 * @throws {NotFound} for another organization's subscription.
 * @throws {RateLimitExceeded}
 */
export async function checkSignature(
  organizationId: string,
  { id, header, body, secret }: CheckSignature,
): Promise<SignatureReport> {
  const retryAfter = await countIn([makeBucket(`signature check ${organizationId}`, 60, CHECKS_PER_MINUTE)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  if ((await db.webhookSubscription.count({ where: { organizationId, id } })) === 0) throw new NotFound('subscription')
  const known = await knownSecrets(organizationId)
  const read = readHeader(header)
  if ('fault' in read) {
    const verdict = verdictOnSecret(known, secret)
    return report({ ok: false, text: read.fault }, UNCHECKED, verdict)
  }
  const inTime = verdictOnTime(read)
  const fits = (text: string, key: string) => isSignedWith(read, text, key)

  const variants = bodyVariants(body)
  const sent = asSent(variants, (text) => fits(text, secret))
  if (sent) return report(inTime, sent, fitting(known, secret))

  const own = known.filter(({ subscriptionId }) => subscriptionId === id)
  const signer = own.find((one) => asSent(variants, (text) => fits(text, one.secret)))
  if (signer) {
    const right = asSent(variants, (text) => fits(text, signer.secret)) ?? UNCHECKED
    return report(inTime, right, { ok: false, text: whyNotThis(known, secret, signer) })
  }
  const owner = findOwner(known, secret)
  if (!owner) return report(inTime, UNCHECKED, verdictOnSecret(known, secret))

  const stored = await findDelivery(organizationId, owner.subscriptionId, (text) => fits(text, secret))
  if (stored) {
    const differs = say('bodyDiffers', { deliveryId: stored.id, ...firstDifference(stored.body, body) })
    return report(inTime, { ok: false, text: differs }, fitting(known, secret))
  }
  const nowhere = { ok: false, text: say('headerOfNoDelivery', { hookUrl: owner.hookUrl }) }
  return report(inTime.ok ? nowhere : inTime, UNCHECKED, verdictOnSecret(known, secret))
}

type Part = { ok: boolean | null; text: Text }
const UNCHECKED: Part = { ok: null, text: say('bodyUnchecked') }

function report(header: { ok: boolean; text: Text }, body: Part, secret: Part): SignatureReport {
  return { ok: header.ok && body.ok === true && secret.ok === true, header, body, secret }
}

type Header = { t: string; signatures: Buffer[] }

/** `t=<digits>,v1=<hex>[,v1=<hex>]`; other parts are ignored, as receivers do. */
function readHeader(header: string): Header | { fault: Text } {
  const value = header.trim().replace(/^x-service-signature\s*:\s*/i, '')
  const pairs = value.split(',').map((part) => part.trim().split('='))
  if (value === '' || pairs.some(([name, ...rest]) => !/^\w+$/.test(name ?? '') || rest.length === 0))
    return { fault: say('headerUnreadable') }
  const headerValues = (wanted: string) => pairs.flatMap(([name, ...rest]) => (name === wanted ? rest.join('=') : []))
  const [t] = headerValues('t')
  const signatures = headerValues('v1')
  if (t === undefined || !/^\d{1,20}$/.test(t)) return { fault: say('headerNoTimestamp') }
  if (signatures.length === 0) return { fault: say('headerNoSignature') }
  if (!signatures.every((signature) => /^[0-9a-f]{64}$/i.test(signature)))
    return { fault: say('headerSignatureMalformed') }
  return { t, signatures: signatures.map((signature) => Buffer.from(signature, 'hex')) }
}

function verdictOnTime({ t }: Header): { ok: boolean; text: Text } {
  const seconds = Math.floor(now().getTime() / 1000) - Number(t)
  // Milliseconds, read as seconds, are thousands of years ahead.
  if (Number(t) > 100_000_000_000) return { ok: false, text: say('headerMilliseconds') }
  if (seconds > TOLERANCE_S) return { ok: false, text: say('headerTooOld', { seconds }) }
  if (seconds < -TOLERANCE_S) return { ok: false, text: say('headerFuture', { seconds: -seconds }) }
  return { ok: true, text: say('headerFits', { seconds }) }
}

function isSignedWith({ t, signatures }: Header, body: string, secret: string): boolean {
  const wanted = createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest()
  return signatures.some((signature) => timingSafeEqual(signature, wanted))
}

function fitting(known: readonly KnownSecret[], secret: string): Part {
  const owner = findOwner(known, secret)
  if (!owner) return { ok: true, text: say('secretFitsRemoved') }
  const { hookUrl, until } = owner
  if (until === null) return { ok: true, text: say('secretFits', { hookUrl }) }
  if (until > now()) return { ok: true, text: say('secretFitsPrevious', { hookUrl, until: until.toISOString() }) }
  return { ok: true, text: say('secretExpired', { hookUrl }) }
}

function verdictOnSecret(known: readonly KnownSecret[], secret: string): Part {
  const owner = findOwner(known, secret)
  if (!owner) return { ok: false, text: verdictOnUnknown(known, secret) }
  const { hookUrl, until } = owner
  if (until !== null && until <= now()) return { ok: false, text: say('secretExpired', { hookUrl }) }
  return { ok: true, text: say('secretKnown', { hookUrl }) }
}

function whyNotThis(known: readonly KnownSecret[], secret: string, signer: KnownSecret): Text {
  const notThis = say('secretNotThis', { hookUrl: signer.hookUrl })
  const owner = findOwner(known, secret)
  if (!owner) {
    const text = verdictOnUnknown(known, secret)
    return text.key === 'secretUnknown' ? notThis : text
  }
  if (owner.subscriptionId !== signer.subscriptionId)
    return say('secretOfOther', { hookUrl: owner.hookUrl, signedBy: signer.hookUrl })
  return owner.until !== null && owner.until <= now() ? say('secretExpired', { hookUrl: owner.hookUrl }) : notThis
}

type Stored = { id: string; body: string }

/** The newest matching delivery; read in small pages, because bodies may be large. */
async function findDelivery(
  organizationId: string,
  subscriptionId: string,
  fits: (body: string) => boolean,
): Promise<Stored | null> {
  for (let skip = 0; skip < DELIVERIES_SEARCHED; skip += SEARCHED_AT_ONCE) {
    const page = await db.webhookDelivery.findMany({
      where: { organizationId, subscriptionId },
      select: { id: true, body: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip,
      take: SEARCHED_AT_ONCE,
    })
    const found = page.find(({ body }) => fits(body))
    if (found) return found
    if (page.length < SEARCHED_AT_ONCE) return null
  }
  return null
}
