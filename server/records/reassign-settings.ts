import { reassignAlertLocation } from '../alerts/rule-references'
import type { Tx } from '../db'
import { reassignReviewLinks } from '../organizations/review-links'
import { remapPlaces } from '../reviews/connections/location-mapping'
import type { RecordKind } from './vocabulary'

/**
 * Moves references in settings (JSON or query strings): review source places, review links, alert rules and saved views. They are few, so
 * this happens in one transaction. A view that filters by a deleted record is kept, and matches nothing.
 */
export async function reassignSettings(
  tx: Tx,
  kind: RecordKind,
  organizationId: string,
  from: string,
  to: string | null,
): Promise<void> {
  if (kind === 'location') {
    await remapPlaces(tx, organizationId, from, to)
    await reassignReviewLinks(tx, organizationId, from, to)
    if (to !== null) await reassignAlertLocation(tx, organizationId, from, to)
  }
  if (to !== null) await reassignSavedViews(tx, organizationId, from, to)
}

async function reassignSavedViews(tx: Tx, organizationId: string, from: string, to: string): Promise<void> {
  const views = await tx.savedView.findMany({ where: { organizationId, query: { contains: from } } })
  for (const { id, query } of views)
    await tx.savedView.updateMany({ where: { organizationId, id, query }, data: { query: query.replaceAll(from, to) } })
}
