import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MINUTE_MS, now } from '../../clock'
import { queryRows, type Tx } from '../../db'
import type { SiteFailure } from '../sources/failure'
import type { SourceAccess } from '../sources/open-site'

/** A claim is older than this only if its process died: it is renewed with every page. */
export const SOURCE_CLAIM_MS = 2 * MINUTE_MS

/** A walk through a site's pages, as it is kept between two turns. */
export const Walk = z.object({
  /** `import`: all of its history, for the first time. `increment`: what changed since. `sweep`: everything, compared. */
  mode: z.enum(['import', 'increment', 'sweep']),
  cursor: z.string().nullable(),
  /** Changes before it are known; null: none are. */
  since: z.coerce.date().nullable(),
  startedAt: z.coerce.date(),
  /** The latest change on its pages so far. */
  newest: z.coerce.date().nullable(),
  /** How many reviews its pages had so far. */
  seen: z.number().int(),
  /** How many the site says it has. */
  total: z.number().int().nullable(),
  /** How many pages it has read so far, over all turns. */
  pages: z.number().int().default(0),
  /** A cursor it passed, to find out that it goes in a circle. */
  passedCursor: z.string().nullable().default(null),
  /** Reviews on its pages that were left out. */
  skipped: z.object({ count: z.number().int(), first: z.string().nullable() }).default({ count: 0, first: null }),
  /** All pages were there, and what was missing on them is being looked for one by one. */
  isPaged: z.boolean(),
})
export type Walk = z.infer<typeof Walk>

/** The right to look at a source. */
export type SourceClaim = SourceAccess & {
  site: string
  /** It goes, with its reviews. */
  isRemoving: boolean
  claimId: string
  announcesHistory: boolean
  importedAt: Date | null
  walk: unknown
  watermark: Date | null
  nextSweepAt: Date | null
  createdAt: Date
  failures: number
}

/** Takes up a source that is due and that nobody is at; null when it is not, or somebody is. */
export async function claimSource(organizationId: string, id: string): Promise<SourceClaim | null> {
  const at = now()
  const [claim] = await queryRows<SourceClaim>({
    name: 'claim-review-source',
    text: `
      UPDATE review_source SET claim_id = $4::uuid, claimed_at = $3::timestamptz, started_at = $3::timestamptz
      WHERE organization_id = $1::uuid AND id = $2::uuid AND next_sync_at <= $3::timestamptz
        AND (claimed_at IS NULL OR claimed_at <= $5::timestamptz)
      RETURNING id, organization_id AS "organizationId", kind, site, config, credentials_encrypted AS credentials,
        status = 'removing' AS "isRemoving", claim_id AS "claimId",
        announces_history AS "announcesHistory", imported_at AS "importedAt", walk, watermark, next_sweep_at AS "nextSweepAt",
        created_at AS "createdAt", failures`,
    values: [organizationId, id, at, randomUUID(), new Date(at.getTime() - SOURCE_CLAIM_MS)],
  })
  return claim ?? null
}

/** Somebody else has the source by now, or it was disconnected: nothing more is written for it. */
export class ClaimLost extends Error {
  constructor() {
    super('the claim of a review source is no longer ours')
    this.name = 'ClaimLost'
  }
}

/** Keeps a walk with what its page brought, in the same transaction. @throws {ClaimLost} */
export async function keepWalk(tx: Tx, claim: SourceClaim, walk: Walk): Promise<void> {
  const { count } = await tx.reviewSource.updateMany({
    where: { organizationId: claim.organizationId, id: claim.id, claimId: claim.claimId, status: 'connected' },
    data: { walk, claimedAt: now(), ...(walk.total === null ? {} : { total: walk.total }) },
  })
  if (count === 0) throw new ClaimLost()
}

/** What a source's row says once a look at it is over. */
export type SourceEnd = Parameters<Tx['reviewSource']['updateMany']>[0]['data']

/** Whether somebody asked for another look since this one began: it may have missed what they mean. */
export async function isAskedAgain(tx: Tx, { organizationId, id, claimId }: SourceClaim): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isAsked: boolean }[]>`
    SELECT next_sync_at > started_at AS "isAsked" FROM review_source
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND claim_id = ${claimId}::uuid FOR UPDATE`
  return row?.isAsked ?? false
}

/** Ends a claim; where it is no longer ours, nothing is written. */
export async function endClaim(tx: Tx, claim: SourceClaim, data: SourceEnd): Promise<void> {
  await tx.reviewSource.updateMany({
    where: { organizationId: claim.organizationId, id: claim.id, claimId: claim.claimId },
    data: { ...data, claimId: null, claimedAt: null },
  })
}

/** The site lets us in no more: nothing is asked of it until an owner signs in there again. */
export async function stopSource(tx: Tx, organizationId: string, id: string, failure: SiteFailure): Promise<void> {
  await tx.reviewSource.updateMany({
    where: { organizationId, id, status: 'connected' },
    data: { status: 'reconnect', nextSyncAt: null, failure: failure.stored, failedAt: now() },
  })
}
