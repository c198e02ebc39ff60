import { contactJobQueue } from '../contact-jobs/contact-job-queue'
import { db, type Prisma } from '../db'
import { runQueue } from '../testing/queues'
import { undoBulkAction } from './cancel-or-undo-bulk-action'
import { getBulkAction } from './present-bulk-action'
import type { BulkAction, BulkActionParameters, ContactSelection } from './schema'
import { startBulkAction } from './start-bulk-action'

/** All contacts of the organization. */
export const ALL_CONTACTS: ContactSelection = { filter: {} }

export async function runBulkAction(
  organizationId: string,
  action: BulkActionParameters,
  selection: ContactSelection = ALL_CONTACTS,
): Promise<BulkAction> {
  const id = await startBulkAction(organizationId, action, selection)
  await runQueue(contactJobQueue, organizationId)
  return getBulkAction(organizationId, id, 'en')
}

export async function runUndo(organizationId: string, id: string): Promise<BulkAction['undo']> {
  await undoBulkAction(organizationId, id)
  await runQueue(contactJobQueue, organizationId)
  return (await getBulkAction(organizationId, id, 'en')).undo
}

/** Contacts `person0`, `person1` and so on, in the order of their ids. */
export async function createContacts(
  organizationId: string,
  count: number,
  data: Partial<Prisma.ContactCreateManyInput> = {},
): Promise<string[]> {
  const rows = await db.contact.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => ({
      organizationId,
      email: `person${n}@example.com`,
      firstName: `Person ${n}`,
      ...data,
    })),
    select: { id: true },
  })
  return rows.map(({ id }) => id).toSorted()
}
