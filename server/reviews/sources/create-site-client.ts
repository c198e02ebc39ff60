import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { env } from '../../env'
import { type SafeRequestOptions, safeRequest } from '../../outbound/safe-request'
import type { SiteKind } from '../constants'
import {
  type GoogleApiAccess,
  type GoogleApiUrls,
  GoogleCredentials,
  type GoogleOAuthClientCredentials,
} from './google-oauth'
import { createGoogleReviewsClient, GoogleSourceConfig } from './google-reviews-client'
import {
  createReviewFeedClient,
  FeedCredentials,
  FeedSourceConfig,
  toFeedWithLocationLookup,
} from './review-feed-client'
import { createSandboxClient } from './sandbox-client'
import { withSanitizedReviews } from './sanitize-reviews'
import type { ReviewSiteClient } from './site-client'
import { createSiteFailure } from './site-failure'
import type { SiteTransport } from './site-http'
import { createTrustpilotClient, TrustpilotCredentials, TrustpilotSourceConfig } from './trustpilot-client'

export type SourceAccess = Pick<ReviewSourceRow, 'id' | 'organizationId' | 'credentials'> & {
  kind: SiteKind
  config: unknown
}

export type SiteConnectionOptions = SafeRequestOptions & {
  ownAddress?: string
  google?: { client: GoogleOAuthClientCredentials; addresses: GoogleApiUrls }
  trustpilotAddress?: string
}

type SiteClientOptions = Pick<SourceAccess, 'organizationId' | 'kind' | 'config'> & {
  credentials: unknown
  saveCredentials?: (credentials: object) => Promise<void>
}

/**
 * Opens the site of a source with the credentials of its row.
 * @throws {SiteFailure} `unreadable` if they cannot be decrypted, `unauthorized` if there are none.
 */
export function createSiteClientForSource(source: SourceAccess, options: SiteConnectionOptions = {}): ReviewSiteClient {
  const credentials = source.kind === 'sandbox' ? null : decryptCredentials(source)
  const save = (updated: object) => saveCredentials(source, updated)
  return withSanitizedReviews(createSiteClient({ ...source, credentials, saveCredentials: save }, options))
}

export function createSiteClient(input: SiteClientOptions, options: SiteConnectionOptions = {}): ReviewSiteClient {
  const transport = createSiteTransport(options)
  switch (input.kind) {
    case 'google':
      return createGoogleReviewsClient(
        GoogleSourceConfig.parse(input.config),
        toGoogleApiAccess(input.credentials, options),
      )
    case 'trustpilot':
      return createTrustpilotClient(TrustpilotSourceConfig.parse(input.config), {
        transport,
        saveCredentials: input.saveCredentials,
        credentials: TrustpilotCredentials.parse(input.credentials),
        address: options.trustpilotAddress,
      })
    case 'feed': {
      const credentials = FeedCredentials.parse(input.credentials)
      return createReviewFeedClient(toFeedWithLocationLookup(FeedSourceConfig.parse(input.config)), {
        transport,
        credentials,
      })
    }
    case 'sandbox':
      return createSandboxClient(input.organizationId, options.ownAddress)
  }
}

export function createSiteTransport(options: SiteConnectionOptions): SiteTransport {
  return (call) => safeRequest(call, options)
}

export function toGoogleApiAccess(credentials: unknown, options: SiteConnectionOptions): GoogleApiAccess {
  const client = options.google?.client ?? env.google
  if (client === null) throw createSiteFailure('unauthorized', {})
  return {
    transport: createSiteTransport(options),
    client,
    credentials: GoogleCredentials.parse(credentials),
    addresses: options.google?.addresses,
  }
}

export function decryptCredentials({ id, credentials }: Pick<SourceAccess, 'id' | 'credentials'>): unknown {
  if (credentials === null) throw createSiteFailure('unauthorized', {})
  try {
    return JSON.parse(decryptSecret('review-source', credentials, id))
  } catch {
    throw createSiteFailure('unreadable', {})
  }
}

export function encryptCredentials(sourceId: string, credentials: object): string {
  return encryptSecret('review-source', JSON.stringify(credentials), sourceId)
}

/** Compare-and-set: does not overwrite credentials that were changed concurrently. */
async function saveCredentials({ id, organizationId, credentials }: SourceAccess, updated: object): Promise<void> {
  await db.reviewSource.updateMany({
    where: { id, organizationId, credentials },
    data: { credentials: encryptCredentials(id, updated) },
  })
}
