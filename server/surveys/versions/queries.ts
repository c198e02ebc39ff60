import type { Tx } from '../../db'
import { ANSWERED_VERSIONS_KEPT, VERSIONS_KEPT } from './constants'

/** Deletes the versions before the kept ones. The caller holds the lock of the survey. @param latest number of the newest version */
export async function deleteOldVersions(
  tx: Tx,
  organizationId: string,
  surveyId: string,
  latest: number,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM survey_version v
    WHERE v.organization_id = ${organizationId}::uuid AND v.survey_id = ${surveyId}::uuid AND v.number <= ${latest - VERSIONS_KEPT}
      AND (v.number <= ${latest - ANSWERED_VERSIONS_KEPT} OR NOT EXISTS (
        SELECT FROM response r
        WHERE r.organization_id = v.organization_id AND r.survey_id = v.survey_id AND r.survey_version = v.number))`
}
