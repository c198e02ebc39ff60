import { moveAlertLocations } from '../alerts/references'
import type { Tx } from '../db'
import { moveReviewLinks } from '../organizations/review-links'
import { movePlaces } from '../reviews/connections/location-places'
import type { RecordKind } from './vocabulary'

/**
 * What an organization set up and keeps in JSON or in an address: the places of review sources, review links, alert rules,
 * and views of lists. Few, so they are moved at once; a view that asks for a record that was deleted stays as it is, and finds nothing.
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
