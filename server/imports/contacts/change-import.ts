import type { Prisma } from '@/prisma/generated/client'
import { audit } from '../../audit/audit'
import { now } from '../../clock'
import { lockContactJob } from '../../contact-jobs/contact-job'
import { createContactProperty, loadContactProperties } from '../../contact-properties/contact-properties'
import type { Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { lockActiveSequence } from '../../sequences/create-sendings'
import { transact } from '../../unit-of-work'
import { FileFault } from '../files/file-fault'
import type { ImportTarget } from './constants'
import { describeFileFault } from './file-messages'
import { castImportJob, type ImportJob, type ImportSpec, type ReadyImportSpec, requireReadySpec } from './import-spec'
import { definePropertiesOfNewColumns } from './map-row'
import type { ImportSettings, ReadingHints } from './schema'
import { isOffered } from './suggest-settings'
import { describeFile } from './upload'

const STATEMENT_MS = 60_000
const ANSWER_COLUMNS: readonly ImportTarget[] = ['score', 'answeredAt']

/** A new pass over the file: nothing that was computed before is applied any more. */
function restart(job: ImportJob, status: 'reading' | 'checking' | 'running', spec: ImportSpec) {
  const counts: Prisma.InputJsonObject = {}
  return { status, spec, position: 0, counts, failures: 0, revision: job.revision + 1, dueAt: now() }
}

/** Locks an import that is prepared. @throws {ValidationError} if it was started, or ended */
async function lockPreparedImport(tx: Tx, organizationId: string, id: string): Promise<ImportJob> {
  const job = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
  if (job.status !== 'reading' && job.status !== 'checking' && job.status !== 'ready') throw notInThisState()
  return job
}

function notInThisState(): ValidationError {
  return new ValidationError({ body: [localizableMessage('import.state')] })
}

/**
 * Reads the file again, in another way: another sheet, row of headings, delimiter or encoding.
 * @throws {ValidationError} under `file` if it cannot be read so
 */
export async function changeReadingHints(organizationId: string, id: string, hints: ReadingHints): Promise<void> {
  const before = await transact(({ tx }) => lockPreparedImport(tx, organizationId, id))
  const table = await describeFile(organizationId, id, { ...before.spec, hints }).catch((error: unknown) => {
    if (!(error instanceof FileFault)) throw error
    throw new ValidationError({ file: [describeFileFault(error.code, error.details)] })
  })
  await transact(
    async ({ tx, signal }) => {
      const job = await lockPreparedImport(tx, organizationId, id)
      await tx.contactImportRow.deleteMany({ where: { organizationId, jobId: id } })
      const records = hints.records ?? job.spec.records
      const spec = { ...job.spec, records, hints, table, settings: null }
      const data = { ...restart(job, 'reading', spec), total: null }
      await tx.contactJob.update({ where: { organizationId, id }, data })
      signal({ queue: 'contacts/jobs', organizationId })
    },
    { statementMs: STATEMENT_MS },
  )
}

/** Changes the meaning of the columns and the rules, and counts again what the import would do. @throws {ValidationError} */
export async function changeImportSettings(
  organizationId: string,
  id: string,
  settings: ImportSettings,
): Promise<void> {
  await transact(async ({ tx, signal }) => {
    const job = await lockPreparedImport(tx, organizationId, id)
    if (job.status === 'reading' || job.spec.table === null) throw notInThisState()
    await requireValidSettings(tx, organizationId, { ...job.spec, table: job.spec.table, settings })
    const data = restart(job, 'checking', { ...job.spec, settings })
    await tx.contactJob.update({ where: { organizationId, id }, data })
    signal({ queue: 'contacts/jobs', organizationId })
  })
}

async function requireValidSettings(tx: Tx, organizationId: string, spec: ReadyImportSpec): Promise<void> {
  const { settings, table } = spec
  const { targets, locationId, companyId, surveyId, sequenceId } = settings
  const repeated = targets.find(
    (target, column) => target !== 'ignored' && target !== 'newProperty' && targets.indexOf(target) < column,
  )
  const keys = new Set((await loadContactProperties(organizationId, tx)).map(({ key }) => `property:${key}`))
  const isKnown = (target: ImportTarget) => !target.startsWith('property:') || keys.has(target)
  if (targets.length !== table.header.length || !targets.every((target) => isOffered(spec, target) && isKnown(target)))
    throw new ValidationError({ targets: [localizableMessage('import.target')] })
  if (repeated !== undefined)
    throw new ValidationError({
      [`targets.${targets.lastIndexOf(repeated)}`]: [localizableMessage('import.targetTwice')],
    })
  const active = (id: string) => ({ where: { organizationId, id, removedAt: null } })
  const survey = { where: { organizationId, id: surveyId ?? '', deletedAt: null } }
  if (surveyId !== null && (await tx.survey.count(survey)) === 0) throw new NotFound('survey')
  const sequence = { where: { organizationId, id: sequenceId ?? '' } }
  if (sequenceId !== null && (await tx.sequence.count(sequence)) === 0) throw new NotFound('sequence')
  if (locationId !== null && (await tx.location.count(active(locationId))) === 0) throw new NotFound('location')
  if (companyId !== null && (await tx.contactOrganization.count(active(companyId))) === 0)
    throw new NotFound('contactOrganization')
}

/**
 * Starts an import that was counted.
 * @param mayDeclareProperties otherwise columns that are kept as new fields stay undeclared
 * @throws {ValidationError} if no column has the email addresses, if a new property cannot be declared, or if it is not ready
 * @throws {SequenceInactive} unless the sequence in which people are to be enrolled is active
 */
export async function runContactImport(
  organizationId: string,
  id: string,
  { mayDeclareProperties }: { mayDeclareProperties: boolean },
): Promise<void> {
  await transact(
    async ({ tx, signal }) => {
      const job = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
      if (job.status !== 'ready') throw notInThisState()
      const spec = requireReadySpec(job)
      if (!spec.settings.targets.includes('email'))
        throw new ValidationError({ targets: [localizableMessage('import.emailColumn')] })
      if (spec.records === 'answers' && !ANSWER_COLUMNS.every((target) => spec.settings.targets.includes(target)))
        throw new ValidationError({ targets: [localizableMessage('import.answerColumns')] })
      if (spec.settings.sequenceId) await lockActiveSequence(tx, organizationId, spec.settings.sequenceId)
      const settings = mayDeclareProperties ? await declareNewProperties(tx, organizationId, spec) : spec.settings
      await tx.contactImportChunk.deleteMany({ where: { organizationId, jobId: id } })
      const data = { ...restart(job, 'running', { ...spec, settings }), startedAt: now() }
      await tx.contactJob.update({ where: { organizationId, id }, data })
      await audit(organizationId, {
        action: 'contact_import.started',
        record: { type: 'contactImport', id, name: spec.fileName },
      })
      signal({ queue: 'contacts/jobs', organizationId })
    },
    { statementMs: STATEMENT_MS },
  )
}

async function declareNewProperties(tx: Tx, organizationId: string, spec: ReadyImportSpec): Promise<ImportSettings> {
  const { settings } = spec
  if (!settings.declareProperties) return settings
  const targets = [...settings.targets]
  for (const [column, property] of definePropertiesOfNewColumns(
    spec,
    await loadContactProperties(organizationId, tx),
  )) {
    await createContactProperty(organizationId, { ...property, options: [] }).catch((error: unknown) => {
      if (!(error instanceof ValidationError)) throw error
      throw new ValidationError({ [`targets.${column}`]: Object.values(error.fields ?? {}).flat() })
    })
    targets[column] = `property:${property.key}`
  }
  return { ...settings, targets }
}

/** Stops an import; what is imported stays. One that was not started, or of a file that could not be read, is removed. */
export async function cancelContactImport(organizationId: string, id: string): Promise<{ removed: boolean }> {
  return transact(
    async ({ tx }) => {
      const { status, startedAt } = await lockContactJob(tx, organizationId, id, 'import')
      const where = { organizationId, id }
      if (status === 'running') {
        await tx.contactImportRow.deleteMany({ where: { organizationId, jobId: id, outcome: 'pending' } })
        await tx.contactJob.update({ where, data: { status: 'cancelled', dueAt: null, finishedAt: now() } })
        return { removed: false }
      }
      if (startedAt !== null) return { removed: false }
      await tx.contactJob.delete({ where })
      return { removed: true }
    },
    { statementMs: STATEMENT_MS },
  )
}
