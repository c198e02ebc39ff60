import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import type { SiteKind } from '../constants'
import { GoogleSourceConfig } from '../sources/google-reviews-client'
import { FeedSourceConfig } from '../sources/review-feed-client'
import { TrustpilotSourceConfig } from '../sources/trustpilot-client'
import type { SitePlace } from './schema'

type SourceConfig = Pick<ReviewSourceRow, 'kind' | 'config'>

export function buildConfigWithPlaces(row: SourceConfig, places: readonly SitePlace[]) {
  switch (row.kind as SiteKind) {
    case 'google':
      if (places.length === 0) throw new ValidationError({ places: [localizableMessage('review.noPlace')] })
      return GoogleSourceConfig.parse({ locations: places })
    case 'trustpilot':
      return { ...TrustpilotSourceConfig.parse(row.config), locationId: places[0]?.locationId ?? null }
    case 'feed':
      return toFeedSourceConfig(FeedSourceConfig.parse(row.config).url, places)
    case 'sandbox':
      return {}
  }
}

export function toFeedSourceConfig(url: string, places: readonly SitePlace[]): FeedSourceConfig {
  return { url, locations: Object.fromEntries(places.map(({ name, locationId }) => [name, locationId])) }
}

export function listConfiguredPlaces({ kind, config }: SourceConfig): SitePlace[] {
  switch (kind as SiteKind) {
    case 'google':
      return GoogleSourceConfig.parse(config).locations
    case 'trustpilot': {
      const { businessUnitId, title, locationId } = TrustpilotSourceConfig.parse(config)
      return [{ name: businessUnitId, title: title || businessUnitId, locationId }]
    }
    case 'feed': {
      const { locations } = FeedSourceConfig.parse(config)
      return Object.entries(locations).map(([name, locationId]) => ({ name, title: name, locationId }))
    }
    case 'sandbox':
      return []
  }
}
