import { getCurrentActorContext } from '../../../actor-context'
import { audit } from '../../../audit/audit'
import { type ContactJob, castJob, insertContactJob, lockContactJob } from '../../../contact-jobs/contact-job'
import { db } from '../../../db'
import { ValidationError } from '../../../errors'
import { localizableMessage } from '../../../messages/localizable-message'
import { transact } from '../../../unit-of-work'
import { importsContacts } from '../constants'
import { castImportJob, type ImportJob } from '../import-spec'
import type { ContactImport } from '../schema'
import type { UndoSpec } from './undo-import-job'
import { wasImportedContactMessaged } from './undo-queries'

/** Whether an import can be undone, or what came of its undoing. */
export async function getImportUndo(job: ImportJob): Promise<ContactImport['undo']> {
  const undo = await findUndo(job)
  if (undo) {
    const { status, counts } = undo
    return { state: status === 'done' ? 'done' : status === 'failed' ? 'failed' : 'running', counts }
  }
  return { state: await describePossibility(job), counts: {} }
}

async function describePossibility(job: ImportJob): Promise<'none' | 'expired' | 'contacted' | 'possible'> {
  const { organizationId, id, status, spec, startedAt, counts } = job
  const isFinished = status === 'done' || status === 'cancelled' || status === 'failed'
  const hasWritten = ['created', 'updated', 'answered', 'enrolled'].some((outcome) => (counts[outcome] ?? 0) > 0)
  if (!isFinished || startedAt === null || !importsContacts(spec.records) || !hasWritten) return 'none'
  const hasRows = await db.contactImportRow.findFirst({
    where: { organizationId, jobId: id },
    select: { position: true },
  })
  if (!hasRows) return 'expired'
  return (await wasImportedContactMessaged(organizationId, id, startedAt)) ? 'contacted' : 'possible'
}

async function findUndo({ organizationId, id }: ImportJob): Promise<ContactJob | null> {
  const row = await db.contactJob.findFirst({
    where: { organizationId, kind: 'undoImport', spec: { path: ['importId'], equals: id } },
    orderBy: { createdAt: 'desc' },
  })
  return row && castJob(row)
}

/**
 * Queues the undoing of an import.
 * @throws {ValidationError} if a contact that it created was sent something, or it cannot be undone for another reason
 */
export async function undoContactImport(organizationId: string, id: string): Promise<void> {
  const { actor } = getCurrentActorContext()
  await transact(async ({ tx, signal }) => {
    const job = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
    const { state } = await getImportUndo(job)
    if (state !== 'possible' && state !== 'failed')
      throw new ValidationError({
        body: [localizableMessage(state === 'contacted' ? 'import.undoContacted' : 'import.undoState')],
      })
    const spec: UndoSpec = { importId: id }
    const createdById = actor.type === 'user' ? actor.id : null
    await insertContactJob(tx, organizationId, { kind: 'undoImport', status: 'running', spec, createdById })
    await audit(organizationId, {
      action: 'contact_import.undone',
      record: { type: 'contactImport', id, name: job.spec.fileName },
    })
    signal({ queue: 'contacts/jobs', organizationId })
  })
}
