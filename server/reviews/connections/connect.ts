import { v7 as uuidv7 } from 'uuid'
import { db, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { repliesQueued, sourcesDue } from '../../jobs/events'
import { sentence } from '../../messages/sentence'
import { transact } from '../../unit-of-work'
import { openWith, type SiteOptions } from '../sources/open-site'
import { TrustpilotCredentials } from '../sources/trustpilot'
import { SOURCES_MAX } from '../sync/source-queue'
import { SITE_KINDS } from '../vocabulary'
import { asked } from './asked'
import { endGoogleConsent, readConsent } from './google-consent'
import { openPrepared, type Prepared, prepare } from './prepare'
import { lockSources, requireUnread } from './same-site'
import type { ConnectSource, ReconnectSource, ReviewSource } from './schema'
import { auditSource, connectedData, getSourceRow, locationFields, requireLocations } from './source-row'
import { getSource } from './sources'
import { together } from './together'

type Person = { organizationId: string; userId: string }

/**
 * Connects a review site: verifies access once, then a job imports its history.
 * @throws {ValidationError} if the site denies access, is connected already, a location is unknown, or the limit is reached.
 */
export async function connectSource(
  person: Person,
  input: ConnectSource,
  options: SiteOptions = {},
): Promise<ReviewSource> {
  const { organizationId } = person
  // Local checks run before any request to the site, and report all their errors at once.
  await together([
    requireLocations(organizationId, locationsIn(input)),
    ...(input.kind === 'google' ? [readConsent(person, input.consentId)] : []),
  ])
  const prepared = await prepare(person, input, options)
  requireUnread(await db.reviewSource.findMany({ where: { organizationId } }), prepared)
  // The sandbox needs no access check; it is enabled in the same transaction.
  const { total } =
    input.kind === 'sandbox'
      ? { total: 0 }
      : await asked(input.kind, async () => openPrepared(organizationId, prepared, options).look())
  const id = await transact(async ({ tx, wake }) => {
    const held = await lockSources(tx, organizationId)
    const former = requireUnread(held, prepared)
    if (input.kind === 'sandbox') await openSandboxSite(tx, organizationId)
    if (input.kind === 'google') await tx.reviewConsent.deleteMany({ where: { organizationId, id: input.consentId } })
    wake(sourcesDue(organizationId))
    const { config } = prepared
    if (former) {
      const data = { ...connectedData(former.id, prepared.credentials), config, total }
      await tx.reviewSource.update({ where: { id: former.id, organizationId }, data })
      await auditSource(organizationId, 'review_source.connected', former)
      return former.id
    }
    if (held.length >= SOURCES_MAX)
      throw new ValidationError({ site: [sentence('review.sourcesMany', { maximum: SOURCES_MAX })] })
    const created = uuidv7()
    const name = nameOf(input, prepared)
    await tx.reviewSource.create({
      data: {
        ...connectedData(created, prepared.credentials),
        id: created,
        organizationId,
        kind: input.kind,
        site: input.kind === 'feed' ? freeName(input.name, new Set(held.map(({ site }) => site))) : input.kind,
        name,
        config,
        total,
        announcesHistory: input.announcesHistory,
      },
    })
    await auditSource(organizationId, 'review_source.connected', { id: created, name })
    return created
  })
  return getSource(organizationId, id)
}

/**
 * Reconnects a source with new credentials; Google sources use the consent flow ({@link returnFromGoogle}).
 * @throws {NotFound} @throws {ValidationError} if the site denies access.
 */
export async function reconnectSource(
  organizationId: string,
  input: ReconnectSource,
  options: SiteOptions = {},
): Promise<ReviewSource> {
  const credentials =
    input.kind === 'feed'
      ? { token: input.token }
      : input.kind === 'trustpilot'
        ? TrustpilotCredentials.parse({ apiKey: input.apiKey, apiSecret: input.apiSecret })
        : null
  return reconnect(organizationId, { id: input.id, kind: input.kind, credentials }, options)
}

/**
 * Completes a consent. If it was started to reconnect a source, reconnects it right away.
 * @returns the consent, to select places next, or the reconnected source.
 * @throws {ValidationError}
 */
export async function returnFromGoogle(
  person: Person,
  answer: { state: string; code: string },
  options: SiteOptions = {},
): Promise<{ consentId: string } | { sourceId: string }> {
  const { id: consentId, sourceId, credentials } = await endGoogleConsent(person, answer, options)
  if (sourceId === null) return { consentId }
  await reconnect(person.organizationId, { id: sourceId, kind: 'google', credentials }, options)
  return { sourceId }
}

async function reconnect(
  organizationId: string,
  { id, kind, credentials }: Pick<Prepared, 'kind' | 'credentials'> & { id: string },
  options: SiteOptions,
): Promise<ReviewSource> {
  const { config, name } = await getSourceRow(organizationId, id, kind)
  const opening = { organizationId, kind, config, credentials, remember: async () => undefined }
  if (kind !== 'sandbox') await asked(kind, async () => openWith(opening, options).look())
  await transact(async ({ tx, wake }) => {
    const others = (await lockSources(tx, organizationId)).filter((row) => row.id !== id)
    requireUnread(others, { kind, config })
    const { count } = await tx.reviewSource.updateMany({
      where: { organizationId, id, kind, status: { not: 'removing' } },
      data: connectedData(id, credentials),
    })
    if (count === 0) throw new NotFound('reviewSource')
    if (kind === 'sandbox') await openSandboxSite(tx, organizationId)
    await auditSource(organizationId, 'review_source.reconnected', { id, name })
    wake(sourcesDue(organizationId))
    // Replies queued while the site denied access.
    wake(repliesQueued(organizationId))
  })
  return getSource(organizationId, id)
}

/** A new sandbox starts empty: reviews of the previous one are kept, but detached from the source. */
async function openSandboxSite(tx: Tx, organizationId: string): Promise<void> {
  const { count } = await tx.sandboxSite.createMany({ data: { organizationId }, skipDuplicates: true })
  if (count > 0)
    await tx.review.updateMany({
      where: { organizationId, reviewSource: { kind: 'sandbox' } },
      data: { sourceId: null },
    })
}

function locationsIn(input: ConnectSource): Record<string, string | null> {
  if (input.kind === 'trustpilot') return { locationId: input.locationId }
  return input.kind === 'sandbox' ? {} : locationFields(input.places)
}

function nameOf(input: ConnectSource, { title }: Prepared): string {
  if (input.kind === 'feed') return input.name
  if (input.kind === 'sandbox') return input.name ?? 'Trial site'
  return title ?? { google: 'Google', trustpilot: 'Trustpilot' }[input.kind]
}

/** Slug used as `Review.source` of a feed; unique within the organization. */
function freeName(name: string, used: ReadonlySet<string>): string {
  const slug =
    name
      .slice(0, 200)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'feed'
  const isFree = (candidate: string) =>
    !used.has(candidate) && !SITE_KINDS.some((kind) => kind === candidate && kind !== 'feed')
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    if (isFree(candidate)) return candidate
  }
}
