import { completeAlertEmail } from '../alerts/complete-alert-message'
import { completeReply } from '../cases/replies/complete-reply'
import type { Tx } from '../db'
import { completeDigestEmail } from '../digests/complete-digest-email'
import type { Reason } from '../messaging/outcome/schema'
import type { SystemEmailRow } from './composer-types'
import type { SystemEmailKind } from './kinds'

/** @property sentAt when it was, or may have been, sent; null if certainly not. @property isGone the mailbox does not exist. */
type EmailOutcome = { sentAt: Date | null; reason: Reason | null; isGone: boolean }

export const ON_EMAIL_COMPLETED: Partial<
  Record<SystemEmailKind, (tx: Tx, row: SystemEmailRow, ending: EmailOutcome) => Promise<void>>
> = {
  alert: completeAlertEmail,
  weeklyDigest: completeDigestEmail,
  caseReply: completeReply,
}
