import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { runCommand } from '../cli/run-command'
import { now } from '../clock'
import { db } from '../db'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { findOperatorHomeOrganizationId } from './operator-home-organization'

/** Simulates a new installation in a transaction that is rolled back, because other tests share the row. */
async function onNewInstallation(look: () => Promise<void>): Promise<void> {
  const takeBack = new Error('taken back')
  const looked = transact(async ({ tx }) => {
    await tx.installation.deleteMany()
    await tx.organization.updateMany({ where: { demo: true }, data: { deletionBeganAt: now() } })
    await look()
    throw takeBack
  })
  await expect(looked).rejects.toBe(takeBack)
}

const created = async (by: 'operator' | 'themself') =>
  (await anOwner({ name: 'Ada', email: anEmailAddress(), password: 'long enough', organizationName: 'Engines' }, by))
    .organizationId

it('the home organization is the first that the operator created, or else the demo, and never one that signed up', async () => {
  await onNewInstallation(async () => {
    expect(await findOperatorHomeOrganizationId()).toBeNull()
    await created('themself')
    expect(await findOperatorHomeOrganizationId()).toBeNull()
    const demo = await anOrganization({ demo: true })
    expect(await findOperatorHomeOrganizationId()).toBe(demo)
    await created('themself')
    expect(await findOperatorHomeOrganizationId()).toBe(demo)
    const first = await created('operator')
    await created('operator')
    expect(await findOperatorHomeOrganizationId()).toBe(first)
  })
})

it('does not choose another home organization during or after deletion of the first', async () => {
  await onNewInstallation(async () => {
    await anOrganization({ demo: true })
    const first = await created('operator')
    await created('operator')
    await db.organization.update({ where: { id: first }, data: { deletesAt: now() } })
    expect(await findOperatorHomeOrganizationId()).toBe(first)
    await db.organization.update({ where: { id: first }, data: { deletionBeganAt: now() } })
    expect(await findOperatorHomeOrganizationId()).toBeNull()
    await db.organization.delete({ where: { id: first } })
    await created('operator')
    expect(await findOperatorHomeOrganizationId()).toBeNull()
  })
})

it('lets the operator set another home organization or none, and audits the new one', async () => {
  await onNewInstallation(async () => {
    await anOrganization()
    const other = await anOrganization()
    const say = (home: string) => runCommand(['org:set-home', '--org', home])
    expect(await say(other)).toEqual({ answer: { home: other } })
    expect(await findOperatorHomeOrganizationId()).toBe(other)
    expect(await db.auditEvent.findMany({ where: { organizationId: other } })).toMatchObject([
      { action: 'organization.made_home', actorType: 'operator' },
    ])
    expect(await say('none')).toEqual({ answer: { home: null } })
    await anOrganization()
    expect(await findOperatorHomeOrganizationId()).toBeNull()
    expect(await say(uuidv7())).toMatchObject({ messages: ['Organization not found.'] })
  })
})
