import { settleAlertMail } from '../alerts/states'
import { settleReply } from '../cases/replies/settle-reply'
import type { Tx } from '../db'
import { settleDigestMail } from '../digests/states'
import type { Reason } from '../outgoing/schema'
import type { SystemEmailRow } from './composed'
import type { SystemEmailKind } from './kinds'

/** @property sentAt when it left, or may have left; null: certainly not. @property isGone there is no such mailbox. */
type Ending = { sentAt: Date | null; reason: Reason | null; isGone: boolean }

/** What a domain writes down of a mail that ended, in the transaction in which it did. */
export const ENDINGS: Partial<Record<SystemEmailKind, (tx: Tx, row: SystemEmailRow, ending: Ending) => Promise<void>>> =
  {
    alert: settleAlertMail,
    weeklyDigest: settleDigestMail,
    caseReply: settleReply,
  }
