import { db } from '../db'
import { getDomainState } from '../domain-checks/decide-domain-state'
import type { SendingRestriction } from '../organizations/constants'
import { resolveContactMessageRestriction } from '../organizations/sending-restriction'
import type { Fault } from './schema'

export const NO_DETAILS = { recordId: null, name: null, count: null, since: null, until: null }

/** What a person must resolve, of small tables: the navigation counts it on every page. */
export async function listFaults(organizationId: string): Promise<Fault[]> {
  const [organization, sequences, webhooks, sources, domain] = await Promise.all([
    db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { verifiedAt: true, suspendedAt: true, deletesAt: true, sendingStoppedAt: true, createdAt: true },
    }),
    db.sequence.findMany({
      where: { organizationId, status: 'paused', pauseReason: { not: null } },
      select: { id: true, name: true, pauseReason: true },
      take: 20,
    }),
    db.webhookSubscription.findMany({
      where: { organizationId, active: false },
      select: { id: true, hookUrl: true, deactivatedAt: true },
      take: 20,
    }),
    db.reviewSource.findMany({
      where: { organizationId, status: 'reconnect' },
      select: { id: true, name: true, kind: true, failedAt: true },
    }),
    db.sendingDomain.findUnique({ where: { organizationId } }),
  ])
  const restriction = resolveContactMessageRestriction(organization)
  const domainState = domain && getDomainState(domain)
  return [
    ...(restriction === null
      ? []
      : [
          {
            ...NO_DETAILS,
            kind: 'restriction' as const,
            code: restriction,
            since: sinceWhen(organization, restriction),
          },
        ]),
    ...sequences.map(({ id, name, pauseReason }) => ({
      ...NO_DETAILS,
      kind: 'sequence' as const,
      code: pauseReason ?? '',
      recordId: id,
      name,
    })),
    ...sources.map(({ id, name, kind, failedAt }) => ({
      ...NO_DETAILS,
      kind: 'reviewSource' as const,
      code: kind === 'google' ? 'signIn' : 'credentials',
      recordId: id,
      name,
      since: toIso(failedAt),
    })),
    ...(domain && (domainState === 'failing' || domainState === 'stopped')
      ? [
          {
            ...NO_DETAILS,
            kind: 'sendingDomain' as const,
            code: domainState,
            name: domain.domain,
            since: toIso(domain.failingSince),
          },
        ]
      : []),
    ...webhooks.map(({ id, hookUrl, deactivatedAt }) => ({
      ...NO_DETAILS,
      kind: 'webhook' as const,
      code: 'deactivated',
      recordId: id,
      name: hookUrl,
      since: toIso(deactivatedAt),
    })),
  ]
}

type OrganizationTimes = { suspendedAt: Date | null; sendingStoppedAt: Date | null; createdAt: Date }

/** Null for a deletion: when it was asked for is not stored with it. */
function sinceWhen(organization: OrganizationTimes, restriction: SendingRestriction): string | null {
  const { suspendedAt, sendingStoppedAt, createdAt } = organization
  return toIso(
    { verification: createdAt, suspended: suspendedAt, deletion: null, reputation: sendingStoppedAt }[restriction],
  )
}

export function toIso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
