import type { Prisma } from '@/prisma/generated/client'
import { getCurrentActorContext } from '../actor-context'
import { audit } from '../audit/audit'
import { insertContactJob } from '../contact-jobs/contact-job'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { acquireCountLimitLock } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import { type BulkActionSpec, skipCountKey } from './bulk-action-job-payload'
import { BULK_ACTION_CONTACTS_MAX, RUNNING_ACTIONS_MAX } from './constants'
import { insertItems } from './queries'
import { type ContactSelectionSql, resolveContactSelection } from './resolve-contact-selection'
import { runContactJobOrEnqueue } from './run-contact-job-or-enqueue'
import type { BulkActionParameters, ContactSelection } from './schema'
import { validateActionReferences } from './validate-action-references'

const STATEMENT_MS = 25_000

/**
 * Performs an action on contacts: at once if they are few, otherwise as a job. The selected contacts are fixed before it begins.
 * @returns the id of the job
 * @throws {ValidationError} if the action refers to a record that does not exist or cannot be used, for no contacts or too many, and
 * while other actions have not finished
 */
export async function startBulkAction(
  organizationId: string,
  action: BulkActionParameters,
  selection: ContactSelection,
): Promise<string> {
  const contacts = await resolveContactSelection(organizationId, selection)
  const requested = 'ids' in selection ? new Set(selection.ids.map((id) => id.toLowerCase())).size : null
  const job = await transact(
    async ({ tx }) => {
      await requireFewRunning(tx, organizationId)
      return insertJob(tx, organizationId, action, contacts, requested)
    },
    { statementMs: STATEMENT_MS },
  )
  await runContactJobOrEnqueue(organizationId, job)
  return job.id
}

async function requireFewRunning(tx: Tx, organizationId: string): Promise<void> {
  await acquireCountLimitLock(tx, organizationId, 'bulkAction')
  const where = { organizationId, kind: 'bulkAction', status: 'running' }
  if ((await tx.contactJob.count({ where })) >= RUNNING_ACTIONS_MAX)
    throw new ValidationError({ body: [localizableMessage('bulk.manyRunning', { maximum: RUNNING_ACTIONS_MAX })] })
}

/** @param requested the number of ids that were listed; null for a filter */
async function insertJob(
  tx: Tx,
  organizationId: string,
  action: BulkActionParameters,
  contacts: ContactSelectionSql,
  requested: number | null,
): Promise<{ id: string; total: number }> {
  const { actor } = getCurrentActorContext()
  const recordName = await validateActionReferences(tx, organizationId, action)
  const spec: BulkActionSpec = { action, recordName }
  const createdById = actor.type === 'user' ? actor.id : null
  const { id } = await insertContactJob(tx, organizationId, {
    kind: 'bulkAction',
    status: 'running',
    spec,
    createdById,
  })
  const selected = await insertItems(tx, organizationId, id, contacts)
  if (selected > BULK_ACTION_CONTACTS_MAX)
    throw new ValidationError({
      selection: [localizableMessage('bulk.manyContacts', { maximum: BULK_ACTION_CONTACTS_MAX })],
    })
  if (selected === 0) throw new ValidationError({ selection: [localizableMessage('bulk.noContacts')] })
  const total = requested ?? selected
  const counts: Prisma.InputJsonObject = total > selected ? { [skipCountKey('gone')]: total - selected } : {}
  await tx.contactJob.update({ where: { organizationId, id }, data: { total, counts } })
  await audit(organizationId, {
    action: 'bulk_action.started',
    record: { type: 'bulkAction', id, name: null },
    changes: [
      { field: 'bulkAction', from: null, to: action.type },
      { field: 'count', from: null, to: total },
    ],
  })
  return { id, total }
}
