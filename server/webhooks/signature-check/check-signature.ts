import { createHmac, timingSafeEqual } from 'node:crypto'
import { now } from '../../clock'
import { db } from '../../db'
import { NotFound, RateLimitExceeded } from '../../errors'
import { consumeBuckets, defineBucket } from '../../rate-limit/rate-limit'
import type { CheckSignature, SignatureFindingKey, SignatureReport } from '../schema'
import { decryptSigningSecret } from '../subscriptions/secrets'

const TOLERANCE_S = 300
const SEARCHED_DELIVERIES_MAX = 500
const SEARCH_PAGE_SIZE = 20
const EXCERPT_CHARACTERS = 24

type InputReport = SignatureReport['body']
type Finding = InputReport['text']
const finding = (key: SignatureFindingKey, values: Finding['values'] = {}): Finding => ({ key, values })

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
  const retryAfter = await consumeBuckets([defineBucket(`signature check ${organizationId}`, 60, CHECKS_PER_MINUTE)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  if ((await db.webhookSubscription.count({ where: { organizationId, id } })) === 0) throw new NotFound('subscription')
  const known = await listKnownSecrets(organizationId)
  const parsed = readHeader(header)
  if ('fault' in parsed) return report({ ok: false, text: parsed.fault }, UNCHECKED, checkSecret(known, secret))
  const timestamp = checkTimestamp(parsed)
  const matches = (text: string, key: string) => isSignedWith(parsed, text, key)

  const variants = listBodyAlterations(body)
  const bodyMatch = matchBody(variants, (text) => matches(text, secret))
  if (bodyMatch) return report(timestamp, bodyMatch, describeMatchingSecret(known, secret))

  const ownSecrets = known.filter(({ subscriptionId }) => subscriptionId === id)
  const signer = ownSecrets.find((one) => matchBody(variants, (text) => matches(text, one.secret)))
  if (signer) {
    const signedBody = matchBody(variants, (text) => matches(text, signer.secret)) ?? UNCHECKED
    return report(timestamp, signedBody, { ok: false, text: explainOtherSigner(known, secret, signer) })
  }
  const owner = findSecretOwner(known, secret)
  if (!owner) return report(timestamp, UNCHECKED, checkSecret(known, secret))

  const stored = await findDelivery(organizationId, owner.subscriptionId, (text) => matches(text, secret))
  if (stored) {
    const difference = finding('bodyDiffers', { deliveryId: stored.id, ...findFirstDifference(stored.body, body) })
    return report(timestamp, { ok: false, text: difference }, describeMatchingSecret(known, secret))
  }
  const unmatchedHeader = { ok: false, text: finding('headerOfNoDelivery', { hookUrl: owner.hookUrl }) }
  return report(timestamp.ok ? unmatchedHeader : timestamp, UNCHECKED, checkSecret(known, secret))
}

const UNCHECKED: InputReport = { ok: null, text: finding('bodyUnchecked') }

function report(header: SignatureReport['header'], body: InputReport, secret: InputReport): SignatureReport {
  return { ok: header.ok && body.ok === true && secret.ok === true, header, body, secret }
}

type ParsedHeader = { t: string; signatures: Buffer[] }

function readHeader(header: string): ParsedHeader | { fault: Finding } {
  const value = header.trim().replace(/^x-service-signature\s*:\s*/i, '')
  const pairs = value.split(',').map((part) => part.trim().split('='))
  if (value === '' || pairs.some(([name, ...rest]) => !/^\w+$/.test(name ?? '') || rest.length === 0))
    return { fault: finding('headerUnreadable') }
  const listValues = (key: string) => pairs.flatMap(([name, ...rest]) => (name === key ? rest.join('=') : []))
  const [t] = listValues('t')
  const signatures = listValues('v1')
  if (t === undefined || !/^\d{1,20}$/.test(t)) return { fault: finding('headerNoTimestamp') }
  if (signatures.length === 0) return { fault: finding('headerNoSignature') }
  if (!signatures.every((signature) => /^[0-9a-f]{64}$/i.test(signature)))
    return { fault: finding('headerSignatureMalformed') }
  return { t, signatures: signatures.map((signature) => Buffer.from(signature, 'hex')) }
}

function checkTimestamp({ t }: ParsedHeader): SignatureReport['header'] {
  const seconds = Math.floor(now().getTime() / 1000) - Number(t)
  // Milliseconds, read as seconds, are thousands of years ahead.
  if (Number(t) > 100_000_000_000) return { ok: false, text: finding('headerMilliseconds') }
  if (seconds > TOLERANCE_S) return { ok: false, text: finding('headerTooOld', { seconds }) }
  if (seconds < -TOLERANCE_S) return { ok: false, text: finding('headerFuture', { seconds: -seconds }) }
  return { ok: true, text: finding('headerFits', { seconds }) }
}

function isSignedWith({ t, signatures }: ParsedHeader, body: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest()
  return signatures.some((signature) => timingSafeEqual(signature, expected))
}

type Variant = { key: SignatureFindingKey; text: string }

function listBodyAlterations(body: string): Variant[] {
  const compacted = compactJson(body)
  return [
    { key: 'bodyFits', text: body },
    { key: 'bodyWhitespaceAdded', text: body.trim() },
    { key: 'bodyNewlineRemoved', text: `${body}\n` },
    ...(compacted === null ? [] : [{ key: 'bodyReserialized' as const, text: compacted }]),
  ]
}

function matchBody(variants: readonly Variant[], fits: (text: string) => boolean): InputReport | null {
  const key = variants.find(({ text }) => fits(text))?.key
  return key === undefined ? null : { ok: key === 'bodyFits', text: finding(key) }
}

function findFirstDifference(expected: string, found: string) {
  const [expectedCharacters, foundCharacters] = [Array.from(expected), Array.from(found)]
  let at = 0
  while (at < expectedCharacters.length && expectedCharacters[at] === foundCharacters[at]) at += 1
  const excerpt = (characters: readonly string[]) => characters.slice(at, at + EXCERPT_CHARACTERS).join('')
  return { position: at + 1, expected: excerpt(expectedCharacters), found: excerpt(foundCharacters) }
}

function compactJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}

/** @property until when a replaced secret stops signing, or stopped; null for the current one. */
type KnownSecret = { subscriptionId: string; hookUrl: string; secret: string; until: Date | null }

async function listKnownSecrets(organizationId: string): Promise<KnownSecret[]> {
  const rows = await db.webhookSubscription.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.flatMap(({ id: subscriptionId, hookUrl, ...row }) => {
    const decrypt = (encrypted: string | null, until: Date | null): KnownSecret[] => {
      const secret = decryptSigningSecret(encrypted, subscriptionId)
      return secret === null ? [] : [{ subscriptionId, hookUrl, secret, until }]
    }
    return [...decrypt(row.secretEncrypted, null), ...decrypt(row.previousSecretEncrypted, row.previousSecretUntil)]
  })
}

function findSecretOwner(known: readonly KnownSecret[], secret: string): KnownSecret | undefined {
  return known.find((one) => one.secret === secret)
}

function diagnoseUnknownSecret(known: readonly KnownSecret[], secret: string): Finding {
  const trimmed = findSecretOwner(known, secret.trim())
  if (trimmed) return finding('secretWithSpace', { hookUrl: trimmed.hookUrl })
  const prefixed = findSecretOwner(known, `whsec_${secret.trim()}`)
  if (prefixed) return finding('secretWithoutPrefix', { hookUrl: prefixed.hookUrl })
  return finding('secretUnknown')
}

function describeMatchingSecret(known: readonly KnownSecret[], secret: string): InputReport {
  const owner = findSecretOwner(known, secret)
  if (!owner) return { ok: true, text: finding('secretFitsRemoved') }
  const { hookUrl, until } = owner
  if (until === null) return { ok: true, text: finding('secretFits', { hookUrl }) }
  if (until > now()) return { ok: true, text: finding('secretFitsPrevious', { hookUrl, until: until.toISOString() }) }
  return { ok: true, text: finding('secretExpired', { hookUrl }) }
}

function checkSecret(known: readonly KnownSecret[], secret: string): InputReport {
  const owner = findSecretOwner(known, secret)
  if (!owner) return { ok: false, text: diagnoseUnknownSecret(known, secret) }
  const { hookUrl, until } = owner
  if (until !== null && until <= now()) return { ok: false, text: finding('secretExpired', { hookUrl }) }
  return { ok: true, text: finding('secretKnown', { hookUrl }) }
}

function explainOtherSigner(known: readonly KnownSecret[], secret: string, signer: KnownSecret): Finding {
  const otherSecret = finding('secretNotThis', { hookUrl: signer.hookUrl })
  const owner = findSecretOwner(known, secret)
  if (!owner) {
    const text = diagnoseUnknownSecret(known, secret)
    return text.key === 'secretUnknown' ? otherSecret : text
  }
  if (owner.subscriptionId !== signer.subscriptionId)
    return finding('secretOfOther', { hookUrl: owner.hookUrl, signedBy: signer.hookUrl })
  return owner.until !== null && owner.until <= now()
    ? finding('secretExpired', { hookUrl: owner.hookUrl })
    : otherSecret
}

async function findDelivery(organizationId: string, subscriptionId: string, fits: (body: string) => boolean) {
  for (let skip = 0; skip < SEARCHED_DELIVERIES_MAX; skip += SEARCH_PAGE_SIZE) {
    const page = await db.webhookDelivery.findMany({
      where: { organizationId, subscriptionId },
      select: { id: true, body: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip,
      take: SEARCH_PAGE_SIZE,
    })
    const match = page.find(({ body }) => fits(body))
    if (match) return match
    if (page.length < SEARCH_PAGE_SIZE) return null
  }
  return null
}
