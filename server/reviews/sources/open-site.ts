import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { env } from '../../env'
import { callTarget, type DialOptions } from '../../outbound/dial'
import type { SiteKind } from '../vocabulary'
import { siteFailure } from './failure'
import { FeedConfig, FeedCredentials, feedPlace, openFeed } from './feed'
import { GoogleConfig, openGoogle } from './google'
import { GoogleCredentials } from './google-access'
import { openSandbox } from './sandbox'
import type { ReviewSite } from './site'
import type { Transport } from './site-http'
import { openTrustpilot, TrustpilotConfig, TrustpilotCredentials } from './trustpilot'

/** What of a source's row says how to reach its site. */
export type SourceAccess = {
  id: string
  organizationId: string
  kind: SiteKind
  config: unknown
  credentials: string | null
}

/** How strangers' addresses are called; and our own, where it is another than `env.ownAddress`. */
export type SiteOptions = DialOptions & { ownAddress?: string }

/**
 * The site of a source, with its credentials.
 * @throws {SiteFailure} `unreadable` when the credentials cannot be read, `unauthorized` when there are none.
 */
export function openSite(source: SourceAccess, options: SiteOptions = {}): ReviewSite {
  const transport: Transport = (call) => callTarget(call, options)
  switch (source.kind) {
    case 'google': {
      if (env.google === null) throw siteFailure('unauthorized', {})
      return openGoogle(GoogleConfig.parse(source.config), {
        transport,
        client: env.google,
        credentials: GoogleCredentials.parse(readCredentials(source)),
      })
    }
    case 'trustpilot':
      return openTrustpilot(TrustpilotConfig.parse(source.config), {
        transport,
        credentials: TrustpilotCredentials.parse(readCredentials(source)),
        remember: (credentials) => keepCredentials(source, credentials),
      })
    case 'feed':
      return openFeed(feedPlace(FeedConfig.parse(source.config)), {
        transport,
        credentials: FeedCredentials.parse(readCredentials(source)),
      })
    case 'sandbox':
      return openSandbox(source.organizationId, options.ownAddress)
  }
}

function readCredentials({ id, credentials }: SourceAccess): unknown {
  if (credentials === null) throw siteFailure('unauthorized', {})
  try {
    return JSON.parse(decryptSecret('review-source', credentials, id))
  } catch {
    throw siteFailure('unreadable', {})
  }
}

/** As they stand in a source's row. */
export function sealCredentials(sourceId: string, credentials: object): string {
  return encryptSecret('review-source', JSON.stringify(credentials), sourceId)
}

/** Where the row has others by now, those stay. */
async function keepCredentials({ id, organizationId, credentials }: SourceAccess, next: object): Promise<void> {
  await db.reviewSource.updateMany({
    where: { id, organizationId, credentials },
    data: { credentials: sealCredentials(id, next) },
  })
}
