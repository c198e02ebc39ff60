import { getCurrentActorContext } from '../../actor-context'
import { audit } from '../../audit/audit'
import { RUNNING_ACTIONS_MAX } from '../../bulk-actions/constants'
import { runContactJobOrEnqueue } from '../../bulk-actions/run-contact-job-or-enqueue'
import { type ContactJob, castJob, insertContactJob, loadContactJob } from '../../contact-jobs/contact-job'
import { resolveContactSearch } from '../../contacts/contact-search-queries'
import { db, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { acquireCountLimitLock } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { AUDIT_ACTION_BY_TYPE, SENDING_ACTION_MAX } from './constants'
import { insertSendingItems } from './queries'
import type { SendingActionProgress, StartSendingAction } from './schema'
import type { SendingActionSpec } from './sending-action-job'

const STATEMENT_MS = 25_000
const KIND = 'sendingAction'

/**
 * Performs an action on all unfinished sendings of a sequence that match a filter: at once if they are few, otherwise as a job. They are
 * fixed before it begins.
 * @throws {NotFound} for an unknown sequence
 * @throws {ValidationError} for no sendings or too many, and while other actions have not finished
 */
export async function startSendingAction(
  organizationId: string,
  { action, filter }: StartSendingAction,
): Promise<SendingActionProgress> {
  const search = await resolveContactSearch(organizationId, filter.search ?? '')
  const job = await transact(
    async ({ tx }) => {
      await requireFewRunning(tx, organizationId)
      const sequence = await tx.sequence.findUnique({ where: { organizationId, id: filter.sequence_id } })
      if (!sequence) throw new NotFound('sequence')
      const spec: SendingActionSpec = { action, sequenceId: sequence.id }
      const { actor } = getCurrentActorContext()
      const createdById = actor.type === 'user' ? actor.id : null
      const { id } = await insertContactJob(tx, organizationId, { kind: KIND, status: 'running', spec, createdById })
      const contactPatterns = search?.patterns ?? []
      const total = await insertSendingItems(tx, organizationId, id, {
        filter,
        contactPatterns,
        limit: SENDING_ACTION_MAX,
      })
      requireSelection(total)
      await tx.contactJob.update({ where: { organizationId, id }, data: { total } })
      await audit(organizationId, {
        action: AUDIT_ACTION_BY_TYPE[action.type],
        record: { type: 'sequence', id: sequence.id, name: sequence.name },
        changes: [{ field: 'count', from: null, to: total }],
      })
      return { id, total }
    },
    { statementMs: STATEMENT_MS },
  )
  await runContactJobOrEnqueue(organizationId, job)
  return present(await loadContactJob(organizationId, job.id, KIND))
}

async function requireFewRunning(tx: Tx, organizationId: string): Promise<void> {
  await acquireCountLimitLock(tx, organizationId, KIND)
  if ((await tx.contactJob.count({ where: { organizationId, kind: KIND, status: 'running' } })) >= RUNNING_ACTIONS_MAX)
    throw new ValidationError({ body: [localizableMessage('bulk.manyRunning', { maximum: RUNNING_ACTIONS_MAX })] })
}

function requireSelection(total: number): void {
  const maximum = SENDING_ACTION_MAX
  if (total > maximum)
    throw new ValidationError({ filter: [localizableMessage('sequence.selectedSendings', { maximum })] })
  if (total === 0) throw new ValidationError({ filter: [localizableMessage('sequence.noSelectedSendings')] })
}

/** The actions on a sequence's sendings that are not finished, the oldest first. */
export async function listRunningSendingActions(
  organizationId: string,
  sequenceId: string,
): Promise<SendingActionProgress[]> {
  const rows = await db.contactJob.findMany({
    where: { organizationId, kind: KIND, status: 'running', spec: { path: ['sequenceId'], equals: sequenceId } },
    orderBy: { createdAt: 'asc' },
    take: RUNNING_ACTIONS_MAX,
  })
  return rows.map((row) => present(castJob(row)))
}

function present({ id, spec, status, total, counts, createdAt, finishedAt }: ContactJob): SendingActionProgress {
  return {
    id,
    type: (spec as SendingActionSpec).action.type,
    status,
    total: total ?? 0,
    changed: counts['changed'] ?? 0,
    unchanged: counts['unchanged'] ?? 0,
    failed: counts['failed'] ?? 0,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
