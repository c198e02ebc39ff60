import { checkTargetUrl } from '../../outbound/target-url'
import { openWith, type SiteOptions, transportOf } from '../sources/create-site-client'
import type { FeedConfig, FeedCredentials } from '../sources/feed'
import type { GoogleConfig } from '../sources/google'
import type { GoogleCredentials } from '../sources/google-access'
import type { ReviewSite } from '../sources/site-client'
import { findTrustpilotUnit, type TrustpilotConfig, type TrustpilotCredentials } from '../sources/trustpilot'
import type { SiteKind } from '../vocabulary'
import { readConsent } from './google-consent'
import { asked } from './map-site-errors'
import type { ConnectSource, LookAtSite, SiteFound } from './schema'
import { feedConfig } from './source-config'

export type Prepared = {
  kind: SiteKind
  title: string | null
  credentials: FeedCredentials | TrustpilotCredentials | GoogleCredentials | null
  config: FeedConfig | TrustpilotConfig | GoogleConfig | Record<string, never>
}

type Person = { organizationId: string; userId: string }

/**
 * Checks access to a site, and returns its review count and places.
 * @throws {ValidationError} under the field that the site does not accept.
 */
export async function lookAtSite(person: Person, input: LookAtSite, options: SiteOptions = {}): Promise<SiteFound> {
  const prepared = await prepare(person, input, options)
  const look = async () => openPrepared(person.organizationId, prepared, options).look()
  const { total, places } = await asked(input.kind, look)
  return { total, title: prepared.title, places: places.map((name) => ({ name, title: name, locationId: null })) }
}

export async function prepare(
  person: Person,
  input: LookAtSite | ConnectSource,
  options: SiteOptions = {},
): Promise<Prepared> {
  switch (input.kind) {
    case 'feed': {
      const url = (await checkTargetUrl(input.url.trim(), 'url', options)).replace(/(?<!\/)\/+$/, '')
      const config = feedConfig(url, 'places' in input ? input.places : [])
      return { kind: 'feed', title: null, credentials: { token: input.token }, config }
    }
    case 'trustpilot': {
      const credentials = { apiKey: input.apiKey, apiSecret: input.apiSecret }
      const { trustpilotAddress: address } = options
      const access = { transport: transportOf(options), credentials, ...(address === undefined ? {} : { address }) }
      const unit = await asked('trustpilot', () => findTrustpilotUnit(access, input.businessUnit.toLowerCase()))
      const locationId = 'locationId' in input ? input.locationId : null
      const config = { businessUnitId: unit.id, businessUserId: input.businessUserId, title: unit.name, locationId }
      return { kind: 'trustpilot', title: unit.name, credentials, config }
    }
    case 'google': {
      const credentials = await readConsent(person, input.consentId)
      const config = { locations: input.places }
      return { kind: 'google', title: null, credentials, config }
    }
    case 'sandbox':
      return { kind: 'sandbox', title: null, credentials: null, config: {} }
  }
}

export function openPrepared(
  organizationId: string,
  { kind, config, credentials }: Prepared,
  options: SiteOptions,
): ReviewSite {
  return openWith({ organizationId, kind, config, credentials, remember: async () => undefined }, options)
}
