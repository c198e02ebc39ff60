import { describe, expect, it } from 'vitest'
import { runAsActor } from '../actor-context'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { Forbidden, NotFound, RateLimitExceeded } from '../errors'
import { transferOwnership } from '../members/members'
import { resumeOrganization, suspendOrganization } from '../organizations/operator-actions'
import { fastPasswordHash } from '../testing/factories/accounts'
import { anOrganization } from '../testing/factories/basics'
import { aMember, aSession } from '../testing/factories/sessions'
import { createOrganization } from './accounts'
import { openSession } from './sessions'
import { resumeUser, suspendUser } from './suspend-user'

type Person = Parameters<typeof createOrganization>[0]

async function anOwner() {
  const organizationId = await anOrganization()
  const { userId, sessionId } = await aSession(organizationId)
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const person: Person = { type: 'user', userId, sessionId, role: 'owner', name: user.name, email: user.email }
  return { organizationId, person }
}

function asPerson<T>({ userId: id, name }: Person, work: () => Promise<T>): Promise<T> {
  return runAsActor({ actor: { type: 'user', id, name }, origin: { address: null, requestId: null } }, work)
}

const create = (person: Person) => asPerson(person, () => createOrganization(person, { name: 'Another' }))

describe('creating another organization', () => {
  it('creates another organization with the language of its owner and the time zone and country of their browser', async () => {
    const { person } = await anOwner()
    await db.user.update({ where: { id: person.userId }, data: { language: 'fr' } })
    const { organizationId } = await asPerson(person, () =>
      createOrganization(person, { name: 'Another', timeZone: 'America/Toronto' }),
    )
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({
      defaultLanguage: 'fr',
      timeZone: 'America/Toronto',
      defaultCountry: 'CA',
    })
  })

  it('refuses another organization to the owner of a suspended one until it is resumed', async () => {
    const { organizationId, person } = await anOwner()
    await suspendOrganization(organizationId, 'spam')
    await expect(create(person)).rejects.toThrow(Forbidden)
    await resumeOrganization(organizationId)
    await expect(create(person)).resolves.toMatchObject({ organizationId: expect.any(String) })
  })

  it('refuses another organization for 30 days to a former owner of a suspended one', async () => {
    const { organizationId, person } = await anOwner()
    await db.user.update({
      where: { id: person.userId },
      data: { passwordHash: await fastPasswordHash('the right one') },
    })
    const next = await aMember(organizationId, 'member')
    await asPerson(person, () =>
      transferOwnership(organizationId, person, { userId: next.userId, current: 'the right one' }),
    )
    await suspendOrganization(organizationId, 'spam')
    await expect(create(person)).rejects.toThrow(Forbidden)
    await db.auditEvent.updateMany({
      where: { organizationId },
      data: { createdAt: new Date(now().getTime() - 31 * DAY_MS) },
    })
    await expect(create(person)).resolves.toMatchObject({ organizationId: expect.any(String) })
  })

  it('lets a member of a suspended organization create others, but only two a day', async () => {
    const { person } = await anOwner()
    const elsewhere = await anOrganization()
    await db.membership.create({ data: { organizationId: elsewhere, userId: person.userId, role: 'member' } })
    await suspendOrganization(elsewhere, 'spam')
    await create(person)
    await create(person)
    await expect(create(person)).rejects.toThrow(RateLimitExceeded)
  })
})

describe('suspending a person', () => {
  it('suspending a person ends their sessions and refuses every sign-in until they are resumed, and is audited', async () => {
    const { organizationId, person } = await anOwner()
    const { userId, email } = person
    expect(await suspendUser(email, 'spam')).toMatchObject({ userId })
    expect(await db.session.count({ where: { userId } })).toBe(0)
    expect(await openSession(userId, null)).toBeNull()
    await resumeUser(email)
    expect(await openSession(userId, null)).toMatchObject({ organizationId })
    const audited = await db.auditEvent.findMany({
      where: { organizationId, actorType: 'operator' },
      orderBy: { id: 'asc' },
    })
    expect(audited.map(({ action }) => action)).toEqual(['account.suspended', 'account.resumed'])
    await expect(suspendUser('unknown@example.com', 'spam')).rejects.toThrow(NotFound)
  })
})
