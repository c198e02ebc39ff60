import type { SystemEmail as Row } from '@/prisma/generated/client'
import type { Tx } from '../db'
import type { Reason } from '../messaging/outcome/schema'
import type { RenderedEmail } from '../messaging/templates/layout'
import type { OrganizationSender } from '../sending-domains/organization-sender'

export type SystemEmailRow = Row

/**
 * A composed email. @property sender the service itself if absent. @property opens link of its button, if only the recipient may use it. @property headers additional headers.
 * @property replyHeaders set for an email written by a member. @property contactIds contacts named in it, locked in this transaction; a
 * captured copy is deleted with them.
 */
export type ComposedEmail = {
  to: { name: string; address: string }
  rendered: RenderedEmail
  sender?: OrganizationSender & { name: string }
  opens?: string
  headers?: Record<string, string>
  replyHeaders?: CustomerReplyHeaders
  contactIds?: readonly string[]
}

export type CustomerReplyHeaders = {
  sender: OrganizationSender & { name: string }
  replyTo: { name: string; address: string }
  messageId: string
  feedbackId: string
  references: readonly string[]
  contactId: string
}

/**
 * Composes an email in the transaction that claims it, so that its content is current and tokens of links are created only when it is
 * sent.
 * @returns the reason instead if there is nothing to send any more.
 */
export type EmailComposer = (tx: Tx, row: SystemEmailRow) => Promise<ComposedEmail | { reason: Reason }>
