import { DAY_MS } from '../clock'
import type { Role } from '../principal'

type Kind = {
  /** The least role that sees it in the Outbox, where no mail server takes it. */
  visibleTo: Role
  /** How long after one of a group the next one leaves, at the earliest. */
  pauseMs?: number
  /** It goes to a customer, and counts as one of the day's messages. */
  isCounted?: boolean
}

/** Every mail that the service writes to the people who use it, and what these write to a customer by hand. */
export const SYSTEM_EMAILS = {
  /** Tells a person of responses or reviews that a rule of theirs looks for. */
  alert: { visibleTo: 'member' },
  /** Tells a person that their account is about to go, is kept, or has gone. */
  accountDeletion: { visibleTo: 'owner' },
  /** Tells owners and admins that their organization is about to go, is kept, or has gone. */
  organizationDeletion: { visibleTo: 'owner' },
  /** Tells a member that somebody assigned them cases. */
  caseAssigned: { visibleTo: 'member' },
  /** What a member writes to a customer about their response. */
  caseReply: { visibleTo: 'member', isCounted: true },
  /** Reminds a member of cases that are due. */
  caseDue: { visibleTo: 'member' },
  /** Tells a person that what opens their account was changed. */
  credentialChanged: { visibleTo: 'owner' },
  /** Asks whoever reads a person's address whether they want another one. */
  emailChangeFrom: { visibleTo: 'owner' },
  /** Asks whoever reads that other address whether it is theirs. */
  emailChangeTo: { visibleTo: 'owner' },
  /** Tells a person of a sign-in from somewhere new. */
  newSignIn: { visibleTo: 'owner' },
  /** Asks somebody to join an organization. */
  invitation: { visibleTo: 'admin' },
  /** Lets whoever forgot their password set a new one. */
  passwordReset: { visibleTo: 'owner' },
  /** Tells a member how the organization's last week was. It gives responses to read, as everybody there may. */
  weeklyDigest: { visibleTo: 'member' },
  /** Asks a person whether an address is theirs. */
  verification: { visibleTo: 'owner' },
  /** Deliveries of a subscription failed for good, or its address answered 410. It names the address, which may be a secret. */
  webhookFailures: { visibleTo: 'admin', pauseMs: DAY_MS },
} as const satisfies Record<string, Kind>

export type SystemEmailKind = keyof typeof SYSTEM_EMAILS

/** How long after one of a group the next one leaves, at the earliest; 0 where nothing says so. */
export function pauseOf(kind: SystemEmailKind): number {
  const { pauseMs = 0 }: Kind = SYSTEM_EMAILS[kind]
  return pauseMs
}

/** Whether the daily limit of messages holds for it. */
export function countsAsMessage(kind: SystemEmailKind): boolean {
  const { isCounted = false }: Kind = SYSTEM_EMAILS[kind]
  return isCounted
}
