import { db } from '../../db'
import { listRecordNames } from '../../records/queries'
import { googleAccess, openSite, readCredentials, type SiteOptions } from '../sources/create-site-client'
import { FeedConfig } from '../sources/feed'
import { GoogleConfig } from '../sources/google'
import { listGooglePlaces } from '../sources/list-google-places'
import type { SiteKind } from '../vocabulary'
import { readConsent } from './google-consent'
import { asked } from './map-site-errors'
import type { FoundPlace } from './schema'
import { placesIn } from './source-config'
import { getSourceRow } from './source-store'

export async function listConsentedPlaces(
  person: { organizationId: string; userId: string },
  consentId: string,
  options: SiteOptions = {},
): Promise<FoundPlace[]> {
  return listGoogleWithLocations(person.organizationId, await readConsent(person, consentId), null, options)
}

export async function listSourcePlaces(
  organizationId: string,
  id: string,
  options: SiteOptions = {},
): Promise<FoundPlace[]> {
  const row = await getSourceRow(organizationId, id)
  const kind = row.kind as SiteKind
  const isConnected = row.status === 'connected'
  if (kind === 'google' && isConnected) {
    const credentials = await asked(kind, async () => readCredentials(row))
    return listGoogleWithLocations(organizationId, credentials, id, options)
  }
  const configured = placesIn(row).map((place) => ({ ...place, ...NO_DETAILS, isRead: true }))
  if (kind !== 'feed' || !isConnected) return configured
  const { places } = await asked(kind, async () => openSite({ ...row, kind }, options).look())
  const configuredNames = new Set(Object.keys(FeedConfig.parse(row.config).locations))
  const unmapped = places.filter((name) => !configuredNames.has(name))
  return [
    ...configured,
    ...unmapped.map((name) => ({ name, title: name, locationId: null, ...NO_DETAILS, isRead: false })),
  ]
}

const NO_DETAILS = { address: '', account: '', isTaken: false }

async function listGoogleWithLocations(
  organizationId: string,
  credentials: unknown,
  sourceId: string | null,
  options: SiteOptions,
): Promise<FoundPlace[]> {
  const [places, rows, locations] = await Promise.all([
    asked('google', async () => listGooglePlaces(googleAccess(credentials, options))),
    db.reviewSource.findMany({ where: { organizationId, kind: 'google', status: { not: 'disconnected' } } }),
    listRecordNames('location', organizationId),
  ])
  const usedPlaces = rows.flatMap((row) =>
    GoogleConfig.parse(row.config).locations.map((place) => ({ ...place, isOwn: row.id === sourceId })),
  )
  const usedByName = new Map(usedPlaces.map((place) => [place.name, place]))
  const normalize = (text: string) => text.trim().toLocaleLowerCase()
  const locationByName = new Map(locations.map(({ id, name }) => [normalize(name), id]))
  return places.map(({ name, title, address, account }) => {
    const used = usedByName.get(name)
    const locationId = used ? used.locationId : (locationByName.get(normalize(title)) ?? null)
    return { name, title, address, account, locationId, isTaken: used?.isOwn === false, isRead: used?.isOwn === true }
  })
}
