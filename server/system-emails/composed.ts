import type { SystemEmail as Row } from '@/prisma/generated/client'
import type { Tx } from '../db'
import type { Rendered } from '../messaging/templates/layout'
import type { Reason } from '../outgoing/schema'

export type SystemEmailRow = Row

/**
 * What leaves. @property opens what its button opens, where that is good for this reader alone. @property headers beside those
 * that every mail has. @property letter of what a person writes, in their name. @property contactIds contacts that it names, who are
 * held in this transaction: where it is kept, it goes with them.
 */
export type Composed = {
  to: { name: string; address: string }
  rendered: Rendered
  opens?: string
  headers?: Record<string, string>
  letter?: Letter
  contactIds?: readonly string[]
}

export type Letter = {
  fromName: string
  replyTo: { name: string; address: string }
  /** With angle brackets, like those that came before it in the reader's mail program, the oldest first. */
  messageId: string
  references: readonly string[]
  /** Whom it is for: what is kept of it goes with them. */
  contactId: string
}

/**
 * Puts a mail into words when it is claimed, in that transaction: it says what is true then, and a link's token is made then,
 * so that none lies about.
 * @returns the reason instead, where there is nothing to write any more.
 */
export type Compose = (tx: Tx, row: SystemEmailRow) => Promise<Composed | { reason: Reason }>
