import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { env } from '../../env'
import { callTarget, type DialOptions } from '../../outbound/dial'
import type { SiteKind } from '../vocabulary'
import { createFeedClient, FeedConfig, FeedCredentials, toFeedEndpoint } from './feed'
import { createGoogleClient, GoogleConfig } from './google'
import { type GoogleAccess, type GoogleAddresses, type GoogleClient, GoogleCredentials } from './google-access'
import { createSandboxClient } from './sandbox'
import { withSanitizedResponses } from './sanitize-responses'
import type { ReviewSiteClient } from './site-client'
import { siteFailure } from './site-failure'
import type { SiteTransport } from './site-http'
import { createTrustpilotClient, TrustpilotConfig, TrustpilotCredentials } from './trustpilot'

export type SourceAccess = Pick<ReviewSourceRow, 'id' | 'organizationId' | 'credentials'> & {
  kind: SiteKind
  config: unknown
}

export type SiteOptions = DialOptions & {
  ownAddress?: string
  google?: { client: GoogleClient; addresses: GoogleAddresses }
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
export function createSourceClient(source: SourceAccess, options: SiteOptions = {}): ReviewSiteClient {
  const credentials = source.kind === 'sandbox' ? null : decryptCredentials(source)
  const save = (updated: object) => saveCredentials(source, updated)
  return withSanitizedResponses(createSiteClient({ ...source, credentials, saveCredentials: save }, options))
}

export function createSiteClient(input: SiteClientOptions, options: SiteOptions = {}): ReviewSiteClient {
  const transport = createTransport(options)
  switch (input.kind) {
    case 'google':
      return createGoogleClient(GoogleConfig.parse(input.config), toGoogleAccess(input.credentials, options))
    case 'trustpilot':
      return createTrustpilotClient(TrustpilotConfig.parse(input.config), {
        transport,
        saveCredentials: input.saveCredentials,
        credentials: TrustpilotCredentials.parse(input.credentials),
        address: options.trustpilotAddress,
      })
    case 'feed': {
      const credentials = FeedCredentials.parse(input.credentials)
      return createFeedClient(toFeedEndpoint(FeedConfig.parse(input.config)), { transport, credentials })
    }
    case 'sandbox':
      return createSandboxClient(input.organizationId, options.ownAddress)
  }
}

export function createTransport(options: SiteOptions): SiteTransport {
  return (call) => callTarget(call, options)
}

export function toGoogleAccess(credentials: unknown, options: SiteOptions): GoogleAccess {
  const client = options.google?.client ?? env.google
  if (client === null) throw siteFailure('unauthorized', {})
  return {
    transport: createTransport(options),
    client,
    credentials: GoogleCredentials.parse(credentials),
    addresses: options.google?.addresses,
  }
}

export function decryptCredentials({ id, credentials }: Pick<SourceAccess, 'id' | 'credentials'>): unknown {
  if (credentials === null) throw siteFailure('unauthorized', {})
  try {
    return JSON.parse(decryptSecret('review-source', credentials, id))
  } catch {
    throw siteFailure('unreadable', {})
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
