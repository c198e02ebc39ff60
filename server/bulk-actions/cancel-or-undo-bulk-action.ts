import { getCurrentActorContext } from '../actor-context'
import { audit } from '../audit/audit'
import { now } from '../clock'
import { insertContactJob, lockContactJob } from '../contact-jobs/contact-job'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import { castBulkActionJob, type UndoBulkActionSpec } from './bulk-action-job-payload'
import { getBulkActionUndos } from './get-bulk-action-undo'
import { runContactJobOrEnqueue } from './run-contact-job-or-enqueue'

/** Stops a bulk action; what is done stays. One that has finished is left as it is. */
export async function cancelBulkAction(organizationId: string, id: string): Promise<void> {
  await transact(async ({ tx }) => {
    const { status } = await lockContactJob(tx, organizationId, id, 'bulkAction')
    if (status !== 'running') return
    const data = { status: 'cancelled', dueAt: null, finishedAt: now() }
    await tx.contactJob.update({ where: { organizationId, id }, data })
  })
}

/**
 * Reverts what a finished bulk action changed: at once if it changed few contacts, otherwise as a job.
 * @throws {ValidationError} if it cannot be undone, or was undone before
 */
export async function undoBulkAction(organizationId: string, id: string): Promise<void> {
  const { actor } = getCurrentActorContext()
  const undo = await transact(async ({ tx }) => {
    const job = castBulkActionJob(await lockContactJob(tx, organizationId, id, 'bulkAction'))
    const [described] = await getBulkActionUndos(organizationId, [job])
    if (described?.undo.state !== 'possible' && described?.undo.state !== 'failed')
      throw new ValidationError({ body: [localizableMessage('bulk.undoState')] })
    const spec: UndoBulkActionSpec = { jobId: id }
    const createdById = actor.type === 'user' ? actor.id : null
    await audit(organizationId, {
      action: 'bulk_action.undone',
      record: { type: 'bulkAction', id, name: null },
      changes: [{ field: 'bulkAction', from: null, to: job.spec.action.type }],
    })
    const { id: undoId } = await insertContactJob(tx, organizationId, {
      kind: 'undoBulkAction',
      status: 'running',
      spec,
      createdById,
    })
    return { id: undoId, total: job.counts['changed'] ?? 0 }
  })
  await runContactJobOrEnqueue(organizationId, undo)
}
