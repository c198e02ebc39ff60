import { isDeepStrictEqual } from 'node:util'
import type { Sequence as SequenceRow, SequenceStep as StepRow } from '@/prisma/generated/client'
import { audit, listFieldChanges } from '../audit/audit'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import { readListTotal } from '../list-totals'
import { lockRow } from '../locks'
import { assertUnchanged } from '../optimistic-lock'
import { type Page, pageOffset, parseSortParameter, toPage } from '../paging'
import { listSurveyOrSequenceIdsByName } from '../search/queries'
import { transact, type UnitOfWork } from '../unit-of-work'
import type { LocalizedText } from '../validation/schema'
import { subscribeStepUrl, unsubscribeUnusedStepUrl } from '../webhooks/subscriptions/step-subscriptions'
import type { Branch } from './conditions/constants'
import type { StepConditions } from './conditions/schema'
import { makeScansDue } from './entry/scan-entry-rule'
import { replaceSteps } from './replace-steps'
import { toRuleColumns, toSequenceRules } from './rules/rule-columns'
import type {
  BrowseSequences,
  SaveSequence,
  SaveStep,
  Sequence,
  SequenceDetail,
  SequenceStatus,
  SequenceStep,
  SetSequenceStatus,
  StepCondition,
  StepType,
  UpdateSequence,
} from './schema'
import { cancelSequenceSendings, scheduleReevaluation } from './sending/apply-sequence-changes'
import { redactUrl, requireActivatableSequence, requireUnchangedWebhookUrls, requireValidSteps } from './validate-steps'
import { changeVersion } from './versions/versions'

const SORTED_BY = { created: 'createdAt', name: 'name' } as const

export async function listSequences(organizationId: string, input: BrowseSequences): Promise<Page<Sequence>> {
  const { search, status } = input
  const { key, direction } = parseSortParameter(input.sort ?? '-created')
  const where = {
    organizationId,
    ...(status === undefined ? {} : { status }),
    ...(search ? { id: { in: await listSurveyOrSequenceIdsByName(organizationId, 'sequence', search) } } : {}),
  }
  const [rows, total] = await Promise.all([
    db.sequence.findMany({
      where,
      orderBy: [{ [SORTED_BY[key]]: direction }, { id: direction }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    Object.keys(where).length > 1 ? db.sequence.count({ where }) : readListTotal(organizationId, 'sequence'),
  ])
  return toPage(rows.map(present), total, input)
}

export async function getSequence(
  organizationId: string,
  id: string,
  { redactsWebhookUrls = false } = {},
  tx: Tx = db,
): Promise<SequenceDetail> {
  const row = await tx.sequence.findFirst({
    where: { id, organizationId },
    include: { steps: { orderBy: { position: 'asc' } } },
  })
  if (!row) throw new NotFound('sequence')
  const detail = presentSequenceDetail(row)
  if (!redactsWebhookUrls) return detail
  const hide = ({ webhookUrl, ...step }: SequenceStep): SequenceStep =>
    webhookUrl === undefined ? step : { ...step, webhookUrl: redactUrl(webhookUrl) }
  return { ...detail, steps: detail.steps.map(hide) }
}

/**
 * Creates a sequence, or changes it: absent fields stay, and `steps` replaces all of them. People under way stay on the steps as they were,
 * or move to the new ones, where they go on from the steps that keep their id. A sequence that was paused for its texts moves them, because
 * they could not go on. Reactivates each saved step webhook, and releases URLs that no step uses any more.
 * @param maySetWebhookUrls whether the caller may set webhook URLs; if not, each step's URL must be unchanged, and none is
 *   reactivated.
 * @throws {NotFound}
 * @throws {ValidationError} with keys such as `steps.0.surveyId`.
 * @throws {EditConflict} if a field of `asRead` has changed.
 */
export async function saveSequence(
  organizationId: string,
  input: SaveSequence | UpdateSequence,
  { maySetWebhookUrls = true, redactsWebhookUrls = false } = {},
): Promise<SequenceDetail> {
  // Resolves DNS names, so it runs before the transaction takes locks.
  const checked = input.steps && (await requireValidSteps(organizationId, input.steps))
  return transact(async (work) => {
    const { tx } = work
    const sequence = await writeSequence(tx, organizationId, input, redactsWebhookUrls)
    const steps =
      maySetWebhookUrls || input.steps === undefined
        ? checked
        : await requireUnchangedWebhookUrls(tx, organizationId, sequence.id, input.steps)
    const { releasedWebhookUrls, isMove } =
      steps === undefined ? UNCHANGED_STEPS : await changeSteps(tx, organizationId, sequence, { ...input, steps })
    if (sequence.status === 'active') await requireActivatableSequence(tx, organizationId, sequence.id)
    // A new sequence has no running sendings.
    if (input.id !== undefined) await applyStatusToSendings(work, organizationId, sequence.id, sequence.status)
    if (isMove || sequence.haveRulesChanged)
      await scheduleReevaluation(work, organizationId, sequence.id, { includesWaiting: true })
    for (const url of releasedWebhookUrls) await unsubscribeUnusedStepUrl(work, organizationId, url)
    if (maySetWebhookUrls && steps) await retainStepWebhooks(work, organizationId, steps)
    return getSequence(organizationId, sequence.id, { redactsWebhookUrls }, tx)
  })
}

/**
 * `active` allows enrolment and resumes paused sendings; `paused` and `draft` pause them; `archived` cancels them.
 * @throws {NotFound}
 * @throws {ValidationError} with the reasons why it cannot be activated.
 */
export async function setSequenceStatus(
  organizationId: string,
  { id, status }: SetSequenceStatus,
  { redactsWebhookUrls = false } = {},
): Promise<SequenceDetail> {
  return transact(async (work) => {
    const before = await lockSequence(work.tx, organizationId, id)
    if (status === 'active') await requireActivatableSequence(work.tx, organizationId, id)
    await work.tx.sequence.update({ where: { id, organizationId }, data: { status, pauseReason: null } })
    await applyStatusToSendings(work, organizationId, id, status)
    await auditStatusChange(organizationId, before, { ...before, status })
    return getSequence(organizationId, id, { redactsWebhookUrls }, work.tx)
  })
}

export async function deleteSequence(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  await transact(async (work) => {
    const { tx } = work
    const { name } = await lockSequence(tx, organizationId, id)
    const steps = await tx.sequenceStep.findMany({ where: { organizationId, sequenceId: id } })
    await tx.sequence.delete({ where: { id, organizationId } })
    await cancelSequenceSendings(work, organizationId, id, 'sequenceDeleted')
    for (const url of new Set(steps.flatMap((step) => step.webhookUrl ?? [])))
      await unsubscribeUnusedStepUrl(work, organizationId, url)
    await audit(organizationId, { action: 'sequence.deleted', record: { type: 'sequence', id, name } })
  })
  return { id, deleted: true }
}

const UNCHANGED_STEPS = { releasedWebhookUrls: [], isMove: false }

async function changeSteps(
  tx: Tx,
  organizationId: string,
  { id: sequenceId, pausedForTexts }: { id: string; pausedForTexts: boolean },
  { id, steps, peopleUnderWay = 'stay' }: Pick<SaveSequence, 'id' | 'steps' | 'peopleUnderWay'>,
) {
  const storedSteps = await listStoredSteps(tx, organizationId, sequenceId)
  const change = {
    before: storedSteps,
    after: steps,
    peopleUnderWay: pausedForTexts ? 'move' : peopleUnderWay,
  } as const
  if (id !== undefined) await changeVersion(tx, organizationId, sequenceId, change)
  const releasedWebhookUrls = await replaceSteps(tx, organizationId, sequenceId, { storedSteps, steps })
  return { releasedWebhookUrls, isMove: id !== undefined && change.peopleUnderWay === 'move' }
}

function listStoredSteps(tx: Tx, organizationId: string, sequenceId: string): Promise<StepRow[]> {
  return tx.sequenceStep.findMany({ where: { organizationId, sequenceId }, orderBy: { position: 'asc' } })
}

async function retainStepWebhooks(work: UnitOfWork, organizationId: string, steps: readonly SaveStep[]): Promise<void> {
  const urls = steps.map((step) => step.webhookUrl ?? null)
  for (const [index, url] of urls.entries())
    if (url !== null && urls.indexOf(url) === index)
      await subscribeStepUrl(work, organizationId, url, `steps.${index}.webhookUrl`)
}

async function writeSequence(
  tx: Tx,
  organizationId: string,
  input: SaveSequence | UpdateSequence,
  redactsWebhookUrls: boolean,
) {
  const { id, name, description, status, rules, asRead } = input
  const data = {
    ...(rules ? await toRuleColumns(tx, organizationId, rules) : {}),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(status === undefined || status === 'paused' ? {} : { pauseReason: null }),
  }
  const before = id === undefined ? null : await lockSequence(tx, organizationId, id)
  if (id !== undefined && asRead)
    assertUnchanged(asRead, await getSequence(organizationId, id, { redactsWebhookUrls }, tx))
  const row =
    id === undefined
      ? await tx.sequence.create({ data: { organizationId, name: name ?? '', ...data } })
      : await tx.sequence.update({ where: { id, organizationId }, data })
  const written = { id: row.id, status: row.status as SequenceStatus }
  await auditStatusChange(organizationId, before, { ...written, name: row.name })
  const haveRulesChanged = before !== null && !isDeepStrictEqual(toSequenceRules(before), toSequenceRules(row))
  return { ...written, haveRulesChanged, pausedForTexts: before?.pauseReason === 'texts' }
}

async function auditStatusChange(
  organizationId: string,
  before: { status: SequenceStatus } | null,
  { id, name, status }: { id: string; name: string; status: SequenceStatus },
): Promise<void> {
  const changes = listFieldChanges<{ status: SequenceStatus }>({ status: before?.status ?? 'draft' }, { status })
  if (changes.length === 0) return
  await audit(organizationId, { action: 'sequence.status_changed', record: { type: 'sequence', id, name }, changes })
}

async function lockSequence(tx: Tx, organizationId: string, id: string) {
  await lockRow(tx, 'sequence', organizationId, id)
  const locked = await tx.sequence.findUnique({ where: { id, organizationId } })
  if (!locked) throw new NotFound('sequence')
  return { ...locked, status: locked.status as SequenceStatus }
}

async function applyStatusToSendings(work: UnitOfWork, organizationId: string, id: string, status: SequenceStatus) {
  if (status === 'archived') await cancelSequenceSendings(work, organizationId, id, 'sequenceArchived')
  // Parked sendings have no due time; this makes them due.
  if (status === 'active') await scheduleReevaluation(work, organizationId, id, { includesWaiting: false })
  if (status === 'active') await makeScansDue(work, organizationId, id)
}

export function presentSequenceDetail(row: SequenceRow & { steps: StepRow[] }): SequenceDetail {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status as SequenceStatus,
    rules: toSequenceRules(row),
    steps: row.steps.map(presentStep),
  }
}

function present(row: SequenceRow): Sequence {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status as SequenceStatus,
    createdAt: row.createdAt.toISOString(),
  }
}

function presentStep(row: StepRow): SequenceStep {
  return {
    id: row.id,
    type: row.type as StepType,
    delay: row.delay,
    ...(row.surveyId === null ? {} : { surveyId: row.surveyId }),
    ...(row.subject === null ? {} : { subject: row.subject as LocalizedText }),
    ...(row.body === null ? {} : { body: row.body as LocalizedText }),
    ...(row.webhookUrl === null ? {} : { webhookUrl: row.webhookUrl }),
    condition: row.condition as StepCondition,
    ...(row.conditions === null ? {} : { conditions: row.conditions as StepConditions }),
    ...(row.branch === null ? {} : { branch: row.branch as Branch }),
  }
}
