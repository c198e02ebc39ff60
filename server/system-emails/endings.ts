import { settleAlertMail } from '../alerts/states'
import { settleReply } from '../cases/replies/settle-reply'
import type { Tx } from '../db'
import { settleDigestMail } from '../digests/states'
import type { Reason } from '../outgoing/schema'
import type { SystemEmailRow } from './composed'
import type { SystemEmailKind } from './kinds'

/** @property sentAt when it was, or may have been, sent; null if certainly not. @property isGone the mailbox does not exist. */
type EmailOutcome = { sentAt: Date | null; reason: Reason | null; isGone: boolean }

export const ENDINGS: Partial<
  Record<SystemEmailKind, (tx: Tx, row: SystemEmailRow, ending: EmailOutcome) => Promise<void>>
> = {
  alert: settleAlertMail,
  weeklyDigest: settleDigestMail,
  caseReply: settleReply,
}
