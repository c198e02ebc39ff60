import { DAY_MS } from '../clock'
import type { Role } from '../principal'

type KindSettings = { visibleTo: Role; minIntervalMs?: number; countsTowardLimit?: boolean }

export const SYSTEM_EMAIL_KINDS = {
  alert: { visibleTo: 'member' },
  accountDeletion: { visibleTo: 'owner' },
  organizationDeletion: { visibleTo: 'owner' },
  caseAssigned: { visibleTo: 'member' },
  caseReply: { visibleTo: 'member', countsTowardLimit: true },
  caseDue: { visibleTo: 'member' },
  credentialChanged: { visibleTo: 'owner' },
  emailChangeFrom: { visibleTo: 'owner' },
  emailChangeTo: { visibleTo: 'owner' },
  newSignIn: { visibleTo: 'owner' },
  invitation: { visibleTo: 'admin' },
  preferenceLink: { visibleTo: 'admin' },
  passwordReset: { visibleTo: 'owner' },
  sendingStopped: { visibleTo: 'admin' },
  replyTo: { visibleTo: 'admin' },
  weeklyDigest: { visibleTo: 'member' },
  sendingDomainFailing: { visibleTo: 'admin' },
  linkDomainFailing: { visibleTo: 'admin' },
  senderTest: { visibleTo: 'admin' },
  verification: { visibleTo: 'owner' },
  webhookFailures: { visibleTo: 'admin', minIntervalMs: DAY_MS },
} as const satisfies Record<string, KindSettings>

export type SystemEmailKind = keyof typeof SYSTEM_EMAIL_KINDS

export function getMinIntervalMs(kind: SystemEmailKind): number {
  const { minIntervalMs = 0 }: KindSettings = SYSTEM_EMAIL_KINDS[kind]
  return minIntervalMs
}

export function countsTowardDailyLimit(kind: SystemEmailKind): boolean {
  const { countsTowardLimit = false }: KindSettings = SYSTEM_EMAIL_KINDS[kind]
  return countsTowardLimit
}
