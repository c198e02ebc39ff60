import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { env } from '../../env'
import { callTarget, type DialOptions } from '../../outbound/dial'
import type { SiteKind } from '../vocabulary'
import { FeedConfig, FeedCredentials, feedPlace, openFeed } from './feed'
import { GoogleConfig, openGoogle } from './google'
import { type GoogleAccess, type GoogleAddresses, type GoogleClient, GoogleCredentials } from './google-access'
import { openSandbox } from './sandbox'
import { withStorableAnswers } from './sanitize-responses'
import type { ReviewSite } from './site-client'
import { siteFailure } from './site-failure'
import type { Transport } from './site-http'
import { openTrustpilot, TrustpilotConfig, TrustpilotCredentials } from './trustpilot'

export type SourceAccess = {
  id: string
  organizationId: string
  kind: SiteKind
  config: unknown
  credentials: string | null
}

export type SiteOptions = DialOptions & {
  ownAddress?: string
  google?: { client: GoogleClient; addresses: GoogleAddresses }
  trustpilotAddress?: string
}

export type Opening = {
  organizationId: string
  kind: SiteKind
  config: unknown
  credentials: unknown
  remember: (credentials: object) => Promise<void>
}

/**
 * Opens the site of a source with the credentials of its row.
 * @throws {SiteFailure} `unreadable` if they cannot be decrypted, `unauthorized` if there are none.
 */
export function openSite(source: SourceAccess, options: SiteOptions = {}): ReviewSite {
  const { organizationId, kind, config } = source
  const credentials = kind === 'sandbox' ? null : readCredentials(source)
  const remember = (updated: object) => saveCredentials(source, updated)
  return withStorableAnswers(openWith({ organizationId, kind, config, credentials, remember }, options))
}

export function openWith(input: Opening, options: SiteOptions = {}): ReviewSite {
  const { organizationId, kind, remember } = input
  const transport = transportOf(options)
  switch (kind) {
    case 'google':
      return openGoogle(GoogleConfig.parse(input.config), googleAccess(input.credentials, options))
    case 'trustpilot':
      return openTrustpilot(TrustpilotConfig.parse(input.config), {
        transport,
        remember,
        credentials: TrustpilotCredentials.parse(input.credentials),
        ...(options.trustpilotAddress === undefined ? {} : { address: options.trustpilotAddress }),
      })
    case 'feed': {
      const credentials = FeedCredentials.parse(input.credentials)
      return openFeed(feedPlace(FeedConfig.parse(input.config)), { transport, credentials })
    }
    case 'sandbox':
      return openSandbox(organizationId, options.ownAddress)
  }
}

export function transportOf(options: SiteOptions): Transport {
  return (call) => callTarget(call, options)
}

export function googleAccess(credentials: unknown, options: SiteOptions): GoogleAccess {
  const client = options.google?.client ?? env.google
  if (client === null) throw siteFailure('unauthorized', {})
  return {
    transport: transportOf(options),
    client,
    credentials: GoogleCredentials.parse(credentials),
    ...(options.google === undefined ? {} : { addresses: options.google.addresses }),
  }
}

export function readCredentials({ id, credentials }: Pick<SourceAccess, 'id' | 'credentials'>): unknown {
  if (credentials === null) throw siteFailure('unauthorized', {})
  try {
    return JSON.parse(decryptSecret('review-source', credentials, id))
  } catch {
    throw siteFailure('unreadable', {})
  }
}

export function sealCredentials(sourceId: string, credentials: object): string {
  return encryptSecret('review-source', JSON.stringify(credentials), sourceId)
}

/** Compare-and-set: does not overwrite credentials that were changed concurrently. */
async function saveCredentials({ id, organizationId, credentials }: SourceAccess, updated: object): Promise<void> {
  await db.reviewSource.updateMany({
    where: { id, organizationId, credentials },
    data: { credentials: sealCredentials(id, updated) },
  })
}
