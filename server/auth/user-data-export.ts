import { db } from '../db'
import type { UserActor } from '../principal'
import { listIdentitiesAndProviders } from './identities/identities'
import { getProfile } from './profile'
import { getSecondFactorStatus, hasSecondFactor } from './second-factor/second-factor'
import { listUserSessions } from './user-sessions'

const ENTRIES_MAX = 50_000

export async function exportUserData(person: UserActor) {
  const { userId } = person
  const memberships = await db.membership.findMany({
    where: { userId },
    select: {
      role: true,
      weeklyDigest: true,
      createdAt: true,
      lastSeenAt: true,
      unread: { select: { newSince: true, seenUntil: true, activeAt: true } },
      organization: { select: { id: true, name: true } },
    },
    orderBy: { createdAt: 'asc' },
  })
  const organizationIds = memberships.map(({ organization }) => organization.id)
  const openIds = await listExportableOrganizations(userId, organizationIds)
  const [profile, sessions, secondFactor, { identities }, apiKeys, log, work] = await Promise.all([
    getProfile(person),
    listUserSessions(person),
    getSecondFactorStatus(userId),
    listIdentitiesAndProviders(userId),
    db.apiKey.findMany({
      where: { organizationId: { in: openIds }, createdById: userId },
      select: { id: true, name: true, organizationId: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
    }),
    db.auditEvent.findMany({
      where: { organizationId: { in: openIds }, actorId: userId, actorType: 'user' },
      select: {
        organizationId: true,
        action: true,
        recordType: true,
        recordName: true,
        address: true,
        createdAt: true,
      },
      orderBy: { createdAt: 'desc' },
      take: ENTRIES_MAX,
    }),
    loadOwnRecords(openIds, userId),
  ])
  return {
    profile,
    memberships: memberships.map(({ unread: visit, ...rest }) => ({ ...rest, visit })),
    sessions,
    secondFactor,
    identities,
    apiKeys,
    log,
    ...work,
  }
}

/** Excludes organizations that require two-factor authentication if the user has none: the export must not bypass it. */
async function listExportableOrganizations(userId: string, ids: readonly string[]): Promise<string[]> {
  const canExportAll = await hasSecondFactor(db, userId)
  const rows = await db.organization.findMany({
    where: { id: { in: [...ids] }, ...(canExportAll ? {} : { asksSecondFactor: false }) },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

async function loadOwnRecords(organizationIds: readonly string[], userId: string) {
  const organizationId = { in: [...organizationIds] }
  const newest = { orderBy: { createdAt: 'desc' }, take: ENTRIES_MAX } as const
  const [views, notes, replies, reviewReplies, cases, logAbout] = await Promise.all([
    db.savedView.findMany({
      where: { organizationId, userId },
      select: { organizationId: true, list: true, name: true, query: true, createdAt: true },
      ...newest,
    }),
    db.responseNote.findMany({
      where: { organizationId, authorId: userId },
      select: { organizationId: true, responseId: true, text: true, createdAt: true },
      ...newest,
    }),
    db.responseReply.findMany({
      where: { organizationId, authorId: userId },
      select: { organizationId: true, responseId: true, subject: true, text: true, status: true, createdAt: true },
      ...newest,
    }),
    db.reviewEvent.findMany({
      // Other kinds may hold a colleague's text, such as the removal of a reply.
      where: { organizationId, userId, kind: { in: ['replied', 'reply_edited'] } },
      select: { organizationId: true, reviewId: true, kind: true, values: true, at: true },
      orderBy: { at: 'desc' },
      take: ENTRIES_MAX,
    }),
    db.response.findMany({
      where: { organizationId, assigneeId: userId },
      select: { organizationId: true, id: true, caseState: true, dueOn: true },
      ...newest,
    }),
    db.auditEvent.findMany({
      where: { organizationId, recordType: 'person', recordId: userId, NOT: { actorType: 'user', actorId: userId } },
      select: { organizationId: true, action: true, changes: true, createdAt: true },
      ...newest,
    }),
  ])
  const presented = cases.map(({ organizationId: id, id: responseId, caseState, dueOn }) => ({
    organizationId: id,
    responseId,
    state: caseState,
    dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
  }))
  return { views, notes, replies, reviewReplies, cases: presented, logAbout }
}
