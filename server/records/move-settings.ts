import { moveAlertLocations } from '../alerts/references'
import type { Tx } from '../db'
import { moveReviewLinks } from '../organizations/review-links'
import { movePlaces } from '../reviews/connections/location-places'
import type { RecordKind } from './vocabulary'

/**
 * Moves references in settings (JSON or query strings): review source places, review links, alert rules and saved views. They are few, so
 * this happens in one transaction. A view that filters by a deleted record is kept, and matches nothing.
 */
export async function moveSettings(
  tx: Tx,
  kind: RecordKind,
  organizationId: string,
  from: string,
  to: string | null,
): Promise<void> {
  if (kind === 'location') {
    await movePlaces(tx, organizationId, from, to)
    await moveReviewLinks(tx, organizationId, from, to)
    if (to !== null) await moveAlertLocations(tx, organizationId, from, to)
  }
  if (to !== null)
    await tx.$executeRaw`
      UPDATE saved_view SET query = replace(query, ${from}::text, ${to}::text)
      WHERE organization_id = ${organizationId}::uuid AND strpos(query, ${from}::text) > 0`
}
