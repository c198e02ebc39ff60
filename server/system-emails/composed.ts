import type { SystemEmail as Row } from '@/prisma/generated/client'
import type { Tx } from '../db'
import type { Rendered } from '../messaging/templates/layout'
import type { Reason } from '../outgoing/schema'

export type SystemEmailRow = Row

/**
 * What leaves. @property opens what its button opens, where that is good for this reader alone. @property headers beside those
 * that every mail has. @property contactIds contacts that it names, who are held in this transaction: where it is kept, it goes
 * with them.
 */
export type Composed = {
  to: { name: string; address: string }
  rendered: Rendered
  opens?: string
  headers?: Record<string, string>
  contactIds?: readonly string[]
}

/**
 * Puts a mail into words when it is claimed, in that transaction: it says what is true then, and a link's token is made then,
 * so that none lies about.
 * @returns the reason instead, where there is nothing to write any more.
 */
export type Compose = (tx: Tx, row: SystemEmailRow) => Promise<Composed | { reason: Reason }>
