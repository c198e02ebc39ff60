import { DAY_MS } from '../clock'
import type { Role } from '../principal'

type KindSettings = {
  visibleTo: Role
  pauseMs?: number
  isCounted?: boolean
}

export const SYSTEM_EMAILS = {
  alert: { visibleTo: 'member' },
  accountDeletion: { visibleTo: 'owner' },
  organizationDeletion: { visibleTo: 'owner' },
  caseAssigned: { visibleTo: 'member' },
  caseReply: { visibleTo: 'member', isCounted: true },
  caseDue: { visibleTo: 'member' },
  credentialChanged: { visibleTo: 'owner' },
  emailChangeFrom: { visibleTo: 'owner' },
  emailChangeTo: { visibleTo: 'owner' },
  newSignIn: { visibleTo: 'owner' },
  invitation: { visibleTo: 'admin' },
  passwordReset: { visibleTo: 'owner' },
  weeklyDigest: { visibleTo: 'member' },
  verification: { visibleTo: 'owner' },
  webhookFailures: { visibleTo: 'admin', pauseMs: DAY_MS },
} as const satisfies Record<string, KindSettings>

export type SystemEmailKind = keyof typeof SYSTEM_EMAILS

export function pauseOf(kind: SystemEmailKind): number {
  const { pauseMs = 0 }: KindSettings = SYSTEM_EMAILS[kind]
  return pauseMs
}

export function countsAsMessage(kind: SystemEmailKind): boolean {
  const { isCounted = false }: KindSettings = SYSTEM_EMAILS[kind]
  return isCounted
}
