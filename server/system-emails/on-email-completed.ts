import { recordAlertEmailOutcome } from '../alerts/record-alert-message-outcome'
import { recordReplyOutcome } from '../cases/replies/record-reply-outcome'
import type { Tx } from '../db'
import { recordDigestEmailOutcome } from '../digests/record-digest-email-outcome'
import type { Reason } from '../messaging/outcome/schema'
import type { SystemEmailRow } from './composer-types'
import type { SystemEmailKind } from './kinds'

/** @property sentAt when it was, or may have been, sent; null if certainly not. @property isGone the mailbox does not exist. */
type EmailOutcome = { sentAt: Date | null; reason: Reason | null; isGone: boolean }

export const ON_EMAIL_COMPLETED: Partial<
  Record<SystemEmailKind, (tx: Tx, row: SystemEmailRow, ending: EmailOutcome) => Promise<void>>
> = {
  alert: recordAlertEmailOutcome,
  weeklyDigest: recordDigestEmailOutcome,
  caseReply: recordReplyOutcome,
}
