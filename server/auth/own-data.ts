import { db } from '../db'
import type { Actor } from '../principal'
import { listIdentities } from './identities/identities'
import { listOwnSessions } from './own-sessions'
import { getProfile } from './profile'
import { getSecondFactor, hasSecondFactor } from './second-factor/second-factor'

type Person = Extract<Actor, { type: 'user' }>

/** Entries of each kind in one file: more than somebody makes in the 400 days that logs are kept. */
const MOST_ENTRIES = 50_000

/**
 * What is kept about a person: their profile, where they belong, where they are signed in, what they sign in with (names and
 * dates, no secrets), what they keep, write and have to do in their organizations, and what the logs of these have of them.
 */
export async function readOwnData(person: Person) {
  const { userId } = person
  const memberships = await db.membership.findMany({
    where: { userId },
    select: {
      role: true,
      weeklyDigest: true,
      createdAt: true,
      lastSeenAt: true,
      visit: { select: { newSince: true, seenUntil: true, activeAt: true } },
      organization: { select: { id: true, name: true } },
    },
    orderBy: { createdAt: 'asc' },
  })
  const organizationIds = memberships.map(({ organization }) => organization.id)
  const openIds = await openOrganizations(userId, organizationIds)
  const [profile, sessions, secondFactor, { identities }, apiKeys, log, work] = await Promise.all([
    getProfile(person),
    listOwnSessions(person),
    getSecondFactor(userId),
    listIdentities(userId),
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
      take: MOST_ENTRIES,
    }),
    readOwnWork(openIds, userId),
  ])
  return { profile, memberships, sessions, secondFactor, identities, apiKeys, log, ...work }
}

/** Those that are not closed to somebody without a second factor: what stands in them is no more open in a file. */
async function openOrganizations(userId: string, ids: readonly string[]): Promise<string[]> {
  const mayAll = await hasSecondFactor(db, userId)
  const rows = await db.organization.findMany({
    where: { id: { in: [...ids] }, ...(mayAll ? {} : { asksSecondFactor: false }) },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/**
 * What a person kept, wrote and is assigned in these organizations, and what others did to them. Of colleagues and customers it has
 * ids alone.
 */
async function readOwnWork(organizationIds: readonly string[], userId: string) {
  const organizationId = { in: [...organizationIds] }
  const newest = { orderBy: { createdAt: 'desc' }, take: MOST_ENTRIES } as const
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
      // What they took down may have been a colleague's.
      where: { organizationId, userId, kind: { in: ['replied', 'reply_edited'] } },
      select: { organizationId: true, reviewId: true, kind: true, values: true, at: true },
      orderBy: { at: 'desc' },
      take: MOST_ENTRIES,
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
