import { db } from '../../db'
import { listMasterDataNamesOfKind } from '../../master-data/queries'
import type { SiteKind } from '../constants'
import {
  createSiteClientForSource,
  decryptCredentials,
  type SiteConnectionOptions,
  toGoogleApiAccess,
} from '../sources/create-site-client'
import { GoogleSourceConfig } from '../sources/google-reviews-client'
import { listGooglePlaces } from '../sources/list-google-places'
import { FeedSourceConfig } from '../sources/review-feed-client'
import { type ConnectingUser, loadCredentialsFromConsent } from './google-consent'
import type { PlaceWithUsage } from './schema'
import { listConfiguredPlaces } from './source-config'
import { getSourceRow } from './source-rows'
import { withSiteFailuresAsFieldErrors } from './with-site-failures-as-field-errors'

export async function listGooglePlacesOfConsent(
  person: ConnectingUser,
  consentId: string,
  options: SiteConnectionOptions = {},
) {
  return listGoogleWithLocations(
    person.organizationId,
    await loadCredentialsFromConsent(person, consentId),
    null,
    options,
  )
}

export async function listPlacesWithUsageForSource(
  organizationId: string,
  id: string,
  options: SiteConnectionOptions = {},
) {
  const row = await getSourceRow(organizationId, id)
  const kind = row.kind as SiteKind
  const isConnected = row.status === 'connected'
  if (kind === 'google' && isConnected) {
    const credentials = await withSiteFailuresAsFieldErrors(kind, async () => decryptCredentials(row))
    return listGoogleWithLocations(organizationId, credentials, id, options)
  }
  const configured = listConfiguredPlaces(row).map((place) => ({ ...place, ...NO_DETAILS, isRead: true }))
  if (kind !== 'feed' || !isConnected) return configured
  const { places } = await withSiteFailuresAsFieldErrors(kind, async () =>
    createSiteClientForSource({ ...row, kind }, options).checkAccess(),
  )
  const configuredNames = new Set(Object.keys(FeedSourceConfig.parse(row.config).locations))
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
  options: SiteConnectionOptions,
): Promise<PlaceWithUsage[]> {
  const [places, rows, locations] = await Promise.all([
    withSiteFailuresAsFieldErrors('google', async () => listGooglePlaces(toGoogleApiAccess(credentials, options))),
    db.reviewSource.findMany({ where: { organizationId, kind: 'google', status: { not: 'disconnected' } } }),
    listMasterDataNamesOfKind('location', organizationId),
  ])
  const usedPlaces = rows.flatMap((row) =>
    GoogleSourceConfig.parse(row.config).locations.map((place) => ({ ...place, isOwn: row.id === sourceId })),
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
