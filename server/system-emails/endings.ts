import { settleAlertMail } from '../alerts/states'
import type { Tx } from '../db'
import { settleDigestMail } from '../digests/states'
import type { Reason } from '../outgoing/schema'
import type { SystemEmailRow } from './composed'
import type { SystemEmailKind } from './kinds'

/** @property sentAt when it left, or may have left; null: certainly not. */
type Ending = { sentAt: Date | null; reason: Reason | null }

/** What a domain writes down of a mail that ended, in the transaction in which it did. */
export const ENDINGS: Partial<Record<SystemEmailKind, (tx: Tx, row: SystemEmailRow, ending: Ending) => Promise<void>>> =
  {
    alert: settleAlertMail,
    weeklyDigest: settleDigestMail,
  }
