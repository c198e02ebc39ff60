import { db } from '../db'
import type { Actor } from '../principal'
import { listIdentities } from './identities/identities'
import { listOwnSessions } from './own-sessions'
import { getProfile } from './profile'
import { getSecondFactor } from './second-factor/second-factor'

type Person = Extract<Actor, { type: 'user' }>

/** Entries of the logs in one file: more than somebody makes in the 400 days that they are kept. */
const MOST_ENTRIES = 50_000

/**
 * What is kept about a person: their profile, where they belong, where they are signed in, what they sign in with (names and
 * dates, no secrets), and what the logs of their organizations have of them.
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
  const organizationId = { in: memberships.map(({ organization }) => organization.id) }
  const [profile, sessions, secondFactor, { identities }, apiKeys, entries] = await Promise.all([
    getProfile(person),
    listOwnSessions(person),
    getSecondFactor(userId),
    listIdentities(userId),
    db.apiKey.findMany({
      where: { organizationId, createdById: userId },
      select: { id: true, name: true, organizationId: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
    }),
    db.auditEvent.findMany({
      where: { organizationId, actorId: userId, actorType: 'user' },
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
  ])
  return { profile, memberships, sessions, secondFactor, identities, apiKeys, log: entries }
}
