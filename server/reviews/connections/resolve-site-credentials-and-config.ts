import { requireAllowedTargetUrl } from '../../outbound/target-url'
import type { SiteKind } from '../constants'
import { createSiteClient, createSiteTransport, type SiteConnectionOptions } from '../sources/create-site-client'
import type { GoogleCredentials } from '../sources/google-oauth'
import type { GoogleSourceConfig } from '../sources/google-reviews-client'
import type { FeedCredentials, FeedSourceConfig } from '../sources/review-feed-client'
import {
  getTrustpilotBusinessUnit,
  type TrustpilotCredentials,
  type TrustpilotSourceConfig,
} from '../sources/trustpilot-client'
import { type ConnectingUser, loadCredentialsFromConsent } from './google-consent'
import type { ConnectSource, PreviewSite, SitePreview } from './schema'
import { toFeedSourceConfig } from './source-config'
import { withSiteFailuresAsFieldErrors } from './with-site-failures-as-field-errors'

export type SiteCredentialsAndConfig = {
  kind: SiteKind
  title: string | null
  credentials: FeedCredentials | TrustpilotCredentials | GoogleCredentials | null
  config: FeedSourceConfig | TrustpilotSourceConfig | GoogleSourceConfig | Record<string, never>
}

/**
 * Checks access to a site, and returns its review count and places.
 * @throws {ValidationError} under the field that the site does not accept.
 */
export async function previewSite(
  person: ConnectingUser,
  input: PreviewSite,
  options: SiteConnectionOptions = {},
): Promise<SitePreview> {
  const prepared = await resolveSiteCredentialsAndConfig(person, input, options)
  const { organizationId } = person
  const checkAccess = async () => createSiteClient({ organizationId, ...prepared }, options).checkAccess()
  const { total, places } = await withSiteFailuresAsFieldErrors(input.kind, checkAccess)
  return { total, title: prepared.title, places: places.map((name) => ({ name, title: name, locationId: null })) }
}

export async function resolveSiteCredentialsAndConfig(
  person: ConnectingUser,
  input: PreviewSite | ConnectSource,
  options: SiteConnectionOptions = {},
): Promise<SiteCredentialsAndConfig> {
  switch (input.kind) {
    case 'feed': {
      const url = (await requireAllowedTargetUrl(input.url.trim(), 'url', options)).replace(/(?<!\/)\/+$/, '')
      const config = toFeedSourceConfig(url, 'places' in input ? input.places : [])
      return { kind: 'feed', title: null, credentials: { token: input.token }, config }
    }
    case 'trustpilot': {
      const credentials = { apiKey: input.apiKey, apiSecret: input.apiSecret }
      const access = { transport: createSiteTransport(options), credentials, address: options.trustpilotAddress }
      const unit = await withSiteFailuresAsFieldErrors('trustpilot', () =>
        getTrustpilotBusinessUnit(access, input.businessUnit.toLowerCase()),
      )
      const locationId = 'locationId' in input ? input.locationId : null
      const config = { businessUnitId: unit.id, businessUserId: input.businessUserId, title: unit.name, locationId }
      return { kind: 'trustpilot', title: unit.name, credentials, config }
    }
    case 'google': {
      const credentials = await loadCredentialsFromConsent(person, input.consentId)
      return { kind: 'google', title: null, credentials, config: { locations: input.places } }
    }
    case 'sandbox':
      return { kind: 'sandbox', title: null, credentials: null, config: {} }
  }
}
