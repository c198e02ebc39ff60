import type { Tx } from '../db'
import type { Reason, ReasonCode } from '../messaging/outcome/schema'
import type { SystemEmailRow } from '../system-emails/composer-types'
import type { DigestEmailState } from './schema'

const SKIPPED: readonly ReasonCode[] = ['notMember', 'leaving', 'notWanted', 'late', 'obsolete']
const UNCERTAIN: readonly ReasonCode[] = ['interrupted', 'unconfirmed']

export async function recordDigestEmailOutcome(
  tx: Tx,
  { organizationId, subjectId }: Pick<SystemEmailRow, 'organizationId' | 'subjectId'>,
  { sentAt, reason }: { sentAt: Date | null; reason: Reason | null },
): Promise<void> {
  if (organizationId === null || subjectId === null) return
  await tx.digestMail.updateMany({
    where: { organizationId, id: subjectId },
    data: { state: toDigestEmailState(sentAt, reason), sentAt, ...(reason === null ? {} : { reason }) },
  })
}

function toDigestEmailState(sentAt: Date | null, reason: Reason | null): DigestEmailState {
  if (reason && SKIPPED.includes(reason.code)) return 'skipped'
  if (reason && UNCERTAIN.includes(reason.code)) return 'failed'
  return sentAt === null ? 'failed' : 'sent'
}
