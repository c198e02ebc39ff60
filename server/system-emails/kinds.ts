import { DAY_MS } from '../clock'
import type { Role } from '../principal'

type Kind = {
  /** Minimum role to see it in the Outbox, if no mail server is configured. */
  visibleTo: Role
  /** Minimum interval between emails with the same group key. */
  pauseMs?: number
  /** Sent to a customer, so it counts toward the daily limit of messages. */
  isCounted?: boolean
}

/** Emails to users of the service, and replies that they write to customers. */
export const SYSTEM_EMAILS = {
  alert: { visibleTo: 'member' },
  /** A deletion of the account was scheduled, canceled or completed. */
  accountDeletion: { visibleTo: 'owner' },
  /** A deletion of the organization was scheduled, canceled or completed; to owners and admins. */
  organizationDeletion: { visibleTo: 'owner' },
  caseAssigned: { visibleTo: 'member' },
  caseReply: { visibleTo: 'member', isCounted: true },
  caseDue: { visibleTo: 'member' },
  /** The password, two-factor authentication, another sign-in method or the address was changed. */
  credentialChanged: { visibleTo: 'owner' },
  /** Confirmation of an address change, to the old address. */
  emailChangeFrom: { visibleTo: 'owner' },
  /** Confirmation of an address change, to the new address. */
  emailChangeTo: { visibleTo: 'owner' },
  newSignIn: { visibleTo: 'owner' },
  invitation: { visibleTo: 'admin' },
  passwordReset: { visibleTo: 'owner' },
  /** Quotes responses, which every member may read. */
  weeklyDigest: { visibleTo: 'member' },
  verification: { visibleTo: 'owner' },
  /** Deliveries to a webhook failed permanently, or its endpoint answered 410. Names the URL, which may be a secret. */
  webhookFailures: { visibleTo: 'admin', pauseMs: DAY_MS },
} as const satisfies Record<string, Kind>

export type SystemEmailKind = keyof typeof SYSTEM_EMAILS

export function pauseOf(kind: SystemEmailKind): number {
  const { pauseMs = 0 }: Kind = SYSTEM_EMAILS[kind]
  return pauseMs
}

/** Whether it counts toward the daily limit of messages. */
export function countsAsMessage(kind: SystemEmailKind): boolean {
  const { isCounted = false }: Kind = SYSTEM_EMAILS[kind]
  return isCounted
}
