import { expect, it, vi } from 'vitest'
import { contactJobKinds } from '../contact-jobs/contact-job-kinds'
import { performContactJob } from '../contact-jobs/perform-contact-job'
import { deleteContact } from '../contacts/delete-contact'
import { mergeContacts } from '../contacts/merge/merge-contacts'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { aSequence } from '../testing/factories/sequences'
import { ALL_CONTACTS, createContacts } from './bulk-action-fixture'
import { cancelBulkAction, undoBulkAction } from './cancel-or-undo-bulk-action'
import { getBulkAction } from './present-bulk-action'
import { startBulkAction } from './start-bulk-action'

const PEOPLE = 1203

/** Interrupts the second batch of the job: in the transaction, after its work, or between the commit before it and its start. */
async function interruptOnce(organizationId: string, id: string, at: 'before commit' | 'after commit'): Promise<void> {
  const { open } = contactJobKinds.bulkAction
  const opened = vi.spyOn(contactJobKinds.bulkAction, 'open').mockImplementationOnce(async (job) => {
    const run = await open(job)
    let batches = 0
    return {
      ...run,
      load: async (current) => {
        batches += 1
        if (at === 'after commit' && batches === 2) throw new Error('killed after commit')
        return run.load(current)
      },
      apply: async (work, current, batch) => {
        const step = await run.apply(work, current, batch)
        if (at === 'before commit' && batches === 2) throw new Error('killed before commit')
        return step
      },
    }
  })
  await expect(performContactJob(organizationId, id, Infinity)).rejects.toThrow('killed')
  opened.mockRestore()
}

it.each(['before commit', 'after commit'] as const)(
  'an enrolment whose process is killed %s of a batch sends to each contact once',
  async (at) => {
    const organizationId = await anOrganization()
    const { id: sequenceId } = await aSequence(organizationId)
    await createContacts(organizationId, PEOPLE)
    const action = { type: 'enrol', sequenceId, locationId: null, employeeId: null } as const
    const id = await startBulkAction(organizationId, action, ALL_CONTACTS)
    await interruptOnce(organizationId, id, at)
    expect(await db.sending.count({ where: { organizationId } })).toBe(500)
    await Promise.all([1, 2, 3].map(() => performContactJob(organizationId, id, Infinity)))
    await performContactJob(organizationId, id, Infinity)
    expect(await getBulkAction(organizationId, id, 'en')).toMatchObject({
      status: 'done',
      changed: PEOPLE,
      skipped: [],
    })
    expect(await db.sending.groupBy({ by: ['contactId'], where: { organizationId } })).toHaveLength(PEOPLE)
    expect(await db.sending.count({ where: { organizationId } })).toBe(PEOPLE)
  },
)

it('a contact that is deleted while the action runs is counted as gone', async () => {
  const organizationId = await anOrganization()
  const ids = await createContacts(organizationId, 600)
  const id = await startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, ALL_CONTACTS)
  await performContactJob(organizationId, id, 0)
  await deleteContact(organizationId, ids.at(0) ?? '')
  await deleteContact(organizationId, ids.at(-1) ?? '')
  await performContactJob(organizationId, id, Infinity)
  expect(await getBulkAction(organizationId, id, 'en')).toMatchObject({
    changed: 599,
    skipped: [{ reason: 'gone', count: 1 }],
  })
})

it('an action that is cancelled keeps what is done, which can be undone', async () => {
  const organizationId = await anOrganization()
  await createContacts(organizationId, PEOPLE, { tags: ['kept'] })
  const id = await startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, ALL_CONTACTS)
  await performContactJob(organizationId, id, 0)
  await expect(undoBulkAction(organizationId, id)).rejects.toMatchObject({ fields: { body: ['bulk.undoState'] } })
  await cancelBulkAction(organizationId, id)
  await performContactJob(organizationId, id, Infinity)
  expect(await getBulkAction(organizationId, id, 'en')).toMatchObject({
    status: 'cancelled',
    total: PEOPLE,
    processed: 500,
    changed: 500,
  })
  await undoBulkAction(organizationId, id)
  const undo = await db.contactJob.findFirstOrThrow({ where: { organizationId, kind: 'undoBulkAction' } })
  await performContactJob(organizationId, undo.id, Infinity)
  expect((await getBulkAction(organizationId, id, 'en')).undo).toEqual({ state: 'done', restored: 500, kept: 0 })
  expect(await db.contact.count({ where: { organizationId, tags: { equals: ['kept'] } } })).toBe(PEOPLE)
})

it('an undo that stopped goes on with the rest when it is started again', async () => {
  const organizationId = await anOrganization()
  await createContacts(organizationId, 600)
  const id = await startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, ALL_CONTACTS)
  await performContactJob(organizationId, id, Infinity)
  await undoBulkAction(organizationId, id)
  const { id: undoId } = await db.contactJob.findFirstOrThrow({ where: { organizationId, kind: 'undoBulkAction' } })
  await performContactJob(organizationId, undoId, 0)
  await db.contactJob.update({ where: { id: undoId }, data: { status: 'failed', dueAt: null, finishedAt: new Date() } })
  expect((await getBulkAction(organizationId, id, 'en')).undo).toEqual({ state: 'failed', restored: 500, kept: 0 })
  await undoBulkAction(organizationId, id)
  const again = await db.contactJob.findFirstOrThrow({ where: { organizationId, dueAt: { not: null } } })
  await performContactJob(organizationId, again.id, Infinity)
  expect((await getBulkAction(organizationId, id, 'en')).undo).toEqual({ state: 'done', restored: 600, kept: 0 })
})

it('an undo leaves a contact that is merged after its batch was read', async () => {
  const organizationId = await anOrganization()
  const [keptId = '', otherId = ''] = await createContacts(organizationId, 2)
  const id = await startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, ALL_CONTACTS)
  const { open } = contactJobKinds.undoBulkAction
  const opened = vi.spyOn(contactJobKinds.undoBulkAction, 'open').mockImplementationOnce(async (job) => {
    const run = await open(job)
    return {
      ...run,
      load: async (current) => {
        const batch = await run.load(current)
        await mergeContacts(organizationId, { id: keptId, otherId })
        return batch
      },
    }
  })
  await undoBulkAction(organizationId, id)
  opened.mockRestore()
  expect((await getBulkAction(organizationId, id, 'en')).undo).toEqual({ state: 'done', restored: 0, kept: 2 })
  expect(await db.contact.findMany({ where: { organizationId } })).toMatchObject([{ id: keptId, tags: ['x'] }])
})
