import { v7 as uuidv7 } from 'uuid'
import { db, type Tx } from '../../db'
import { type FieldErrors, NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { isTestOrganization } from '../../test-organizations/is-test-organization'
import { transact } from '../../unit-of-work'
import { SITE_KINDS } from '../constants'
import { createSiteClient, type SiteConnectionOptions } from '../sources/create-site-client'
import { TrustpilotCredentials } from '../sources/trustpilot-client'
import { REVIEW_SOURCES_MAX } from '../sync/sync-source-queue'
import { type ConnectingUser, completeGoogleConsent, loadCredentialsFromConsent } from './google-consent'
import { getSource } from './manage-review-sources'
import { resolveSiteCredentialsAndConfig, type SiteCredentialsAndConfig } from './resolve-site-credentials-and-config'
import type { ConnectSource, ReconnectSource, ReviewSource } from './schema'
import {
  assertLocationsExist,
  assertSiteNotConnected,
  auditSource,
  buildConnectedColumns,
  getSourceRow,
  lockOrganizationAndListSources,
  toLocationIdsByField,
} from './source-rows'
import { withSiteFailuresAsFieldErrors } from './with-site-failures-as-field-errors'

/**
 * Connects a review site: verifies access once, then a job imports its history.
 * @throws {ValidationError} if the site denies access, is connected already, a location is unknown, or the limit is reached; in a test
 * organization for all but the trial site.
 */
export async function connectSource(person: ConnectingUser, input: ConnectSource, options: SiteConnectionOptions = {}) {
  const { organizationId } = person
  // Local checks run before any request to the site, and report all their errors at once.
  await collectValidationErrors([
    assertLocationsExist(organizationId, getLocationIdsByField(input)),
    ...(input.kind === 'sandbox' ? [] : [requireNoTestOrganization(organizationId)]),
    ...(input.kind === 'google' ? [loadCredentialsFromConsent(person, input.consentId)] : []),
  ])
  const prepared = await resolveSiteCredentialsAndConfig(person, input, options)
  assertSiteNotConnected(await db.reviewSource.findMany({ where: { organizationId } }), prepared)
  // The sandbox needs no access check; it is enabled in the same transaction.
  const { total } =
    input.kind === 'sandbox'
      ? { total: 0 }
      : await withSiteFailuresAsFieldErrors(input.kind, async () =>
          createSiteClient({ organizationId, ...prepared }, options).checkAccess(),
        )
  const id = await transact(async ({ tx, signal }) => {
    const sources = await lockOrganizationAndListSources(tx, organizationId)
    const disconnected = assertSiteNotConnected(sources, prepared)
    if (input.kind === 'sandbox') await openSandboxSite(tx, organizationId)
    if (input.kind === 'google') await tx.reviewConsent.deleteMany({ where: { organizationId, id: input.consentId } })
    signal({ queue: 'reviews/sources', organizationId })
    const { config } = prepared
    if (disconnected) {
      const data = { ...buildConnectedColumns(disconnected.id, prepared.credentials), config, total }
      await tx.reviewSource.update({ where: { id: disconnected.id, organizationId }, data })
      await auditSource(organizationId, 'review_source.connected', disconnected)
      return disconnected.id
    }
    if (sources.length >= REVIEW_SOURCES_MAX)
      throw new ValidationError({ site: [localizableMessage('review.sourcesMany', { maximum: REVIEW_SOURCES_MAX })] })
    const createdId = uuidv7()
    const name = defaultName(input, prepared)
    await tx.reviewSource.create({
      data: {
        ...buildConnectedColumns(createdId, prepared.credentials),
        id: createdId,
        organizationId,
        kind: input.kind,
        site: input.kind === 'feed' ? uniqueSlug(input.name, new Set(sources.map(({ site }) => site))) : input.kind,
        name,
        config,
        total,
        announcesHistory: input.announcesHistory,
      },
    })
    await auditSource(organizationId, 'review_source.connected', { id: createdId, name })
    return createdId
  })
  return getSource(organizationId, id)
}

async function requireNoTestOrganization(organizationId: string): Promise<void> {
  if (await isTestOrganization(db, organizationId))
    throw new ValidationError({ site: [localizableMessage('review.testOrganization')] })
}

/** Awaits all checks. @throws {ValidationError} with the errors of all failed checks merged; any other error is rethrown. */
async function collectValidationErrors(checks: readonly Promise<unknown>[]): Promise<void> {
  const errors: FieldErrors = {}
  for (const result of await Promise.allSettled(checks)) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof ValidationError)) throw result.reason
    Object.assign(errors, result.reason.fields)
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/**
 * Reconnects a source with new credentials; Google sources use the consent flow ({@link completeGoogleConsent}).
 * @throws {NotFound} @throws {ValidationError} if the site denies access.
 */
export async function reconnectSource(
  organizationId: string,
  input: ReconnectSource,
  options: SiteConnectionOptions = {},
) {
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
export async function handleGoogleConsentRedirect(
  person: ConnectingUser,
  answer: { state: string; code: string },
  options: SiteConnectionOptions = {},
): Promise<{ consentId: string } | { sourceId: string }> {
  const { id: consentId, sourceId, credentials } = await completeGoogleConsent(person, answer, options)
  if (sourceId === null) return { consentId }
  await reconnect(person.organizationId, { id: sourceId, kind: 'google', credentials }, options)
  return { sourceId }
}

async function reconnect(
  organizationId: string,
  { id, kind, credentials }: Pick<SiteCredentialsAndConfig, 'kind' | 'credentials'> & { id: string },
  options: SiteConnectionOptions,
): Promise<ReviewSource> {
  const { config, name } = await getSourceRow(organizationId, id, kind)
  const access = { organizationId, kind, config, credentials }
  if (kind !== 'sandbox')
    await withSiteFailuresAsFieldErrors(kind, async () => createSiteClient(access, options).checkAccess())
  await transact(async ({ tx, signal }) => {
    const others = (await lockOrganizationAndListSources(tx, organizationId)).filter((row) => row.id !== id)
    assertSiteNotConnected(others, { kind, config })
    const { count } = await tx.reviewSource.updateMany({
      where: { organizationId, id, kind, status: { not: 'removing' } },
      data: buildConnectedColumns(id, credentials),
    })
    if (count === 0) throw new NotFound('reviewSource')
    if (kind === 'sandbox') await openSandboxSite(tx, organizationId)
    await auditSource(organizationId, 'review_source.reconnected', { id, name })
    signal({ queue: 'reviews/sources', organizationId })
    // Replies queued while the site denied access.
    signal({ queue: 'reviews/replies', organizationId })
  })
  return getSource(organizationId, id)
}

async function openSandboxSite(tx: Tx, organizationId: string): Promise<void> {
  const { count } = await tx.sandboxSite.createMany({ data: { organizationId }, skipDuplicates: true })
  if (count > 0)
    await tx.review.updateMany({
      where: { organizationId, reviewSource: { kind: 'sandbox' } },
      data: { sourceId: null },
    })
}

function getLocationIdsByField(input: ConnectSource): Record<string, string | null> {
  if (input.kind === 'trustpilot') return { locationId: input.locationId }
  return input.kind === 'sandbox' ? {} : toLocationIdsByField(input.places)
}

function defaultName(input: ConnectSource, { title }: SiteCredentialsAndConfig): string {
  if (input.kind === 'feed') return input.name
  if (input.kind === 'sandbox') return input.name ?? 'Trial site'
  return title ?? { google: 'Google', trustpilot: 'Trustpilot' }[input.kind]
}

function uniqueSlug(name: string, existing: ReadonlySet<string>): string {
  const slug =
    name
      .slice(0, 200)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'feed'
  const isAvailable = (candidate: string) =>
    !existing.has(candidate) && !SITE_KINDS.some((kind) => kind === candidate && kind !== 'feed')
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    if (isAvailable(candidate)) return candidate
  }
}
