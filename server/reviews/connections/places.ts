import { db } from '../../db'
import { listRecordNames } from '../../records/queries'
import { FeedConfig } from '../sources/feed'
import { GoogleConfig } from '../sources/google'
import { listGooglePlaces } from '../sources/google-places'
import { googleAccess, openSite, readCredentials, type SiteOptions } from '../sources/open-site'
import type { SiteKind } from '../vocabulary'
import { asked } from './asked'
import { readConsent } from './google-consent'
import type { FoundPlace } from './schema'
import { placesIn } from './source-places'
import { getSourceRow } from './source-row'

/**
 * All places that a consent can access, preselecting the location with the same name.
 * @throws {ValidationError} if the consent has expired or Google fails.
 */
export async function listConsentedPlaces(
  person: { organizationId: string; userId: string },
  consentId: string,
  options: SiteOptions = {},
): Promise<FoundPlace[]> {
  return listGoogle(person.organizationId, await readConsent(person, consentId), null, options)
}

/**
 * All places of a source's site, with `isRead` set on those it reads.
 * @throws {NotFound} @throws {ValidationError} if the site fails.
 */
export async function listSourcePlaces(
  organizationId: string,
  id: string,
  options: SiteOptions = {},
): Promise<FoundPlace[]> {
  const row = await getSourceRow(organizationId, id)
  const kind = row.kind as SiteKind
  const isOpen = row.status === 'connected'
  if (kind === 'google' && isOpen) {
    const credentials = await asked(kind, async () => readCredentials(row))
    return listGoogle(organizationId, credentials, id, options)
  }
  const held = placesIn(row).map((place) => ({ ...place, ...PLAIN, isRead: true }))
  if (kind !== 'feed' || !isOpen) return held
  const { places } = await asked(kind, async () => openSite({ ...row, kind }, options).look())
  const known = new Set(Object.keys(FeedConfig.parse(row.config).locations))
  const others = places.filter((name) => !known.has(name))
  return [...held, ...others.map((name) => ({ name, title: name, locationId: null, ...PLAIN, isRead: false }))]
}

const PLAIN = { address: '', account: '', isTaken: false }

async function listGoogle(
  organizationId: string,
  credentials: unknown,
  sourceId: string | null,
  options: SiteOptions,
): Promise<FoundPlace[]> {
  const [found, rows, locations] = await Promise.all([
    asked('google', async () => listGooglePlaces(googleAccess(credentials, options))),
    db.reviewSource.findMany({ where: { organizationId, kind: 'google', status: { not: 'disconnected' } } }),
    listRecordNames('location', organizationId),
  ])
  const read = rows.flatMap((row) =>
    GoogleConfig.parse(row.config).locations.map((place) => ({ ...place, isOwn: row.id === sourceId })),
  )
  const byName = new Map(read.map((place) => [place.name, place]))
  const plain = (text: string) => text.trim().toLocaleLowerCase()
  const locationOf = new Map(locations.map(({ id, name }) => [plain(name), id]))
  return found.map(({ name, title, address, account }) => {
    const held = byName.get(name)
    const locationId = held ? held.locationId : (locationOf.get(plain(title)) ?? null)
    return { name, title, address, account, locationId, isTaken: held?.isOwn === false, isRead: held?.isOwn === true }
  })
}
