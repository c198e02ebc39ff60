import { randomBytes } from 'node:crypto'
import type { SurveyLink as SurveyLinkRow } from '@/prisma/generated/client'
import { hashPassword } from '../auth/passwords'
import { now } from '../clock'
import { db, isUniqueViolation, type Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { buildPublicUrl, findLinkDomain } from '../link-domains/public-url'
import { acquireCountLimitLock, lockRow } from '../locks'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'
import { type Page, pageOffset, toPage } from '../paging'
import { WIDGETS_PER_SURVEY_MAX } from '../survey-widgets/constants'
import { transact } from '../unit-of-work'
import { clampToStorableDate } from '../validation/schema'
import { LINKS_PER_SURVEY_MAX } from './constants'
import { listEndedLinkIds } from './queries'
import {
  AsksContact,
  type CreateSurveyLink,
  type ListSurveyLinks,
  type SurveyLink,
  type SurveyLinkReference,
  type UpdateSurveyLink,
} from './schema'

/** Newest first. @throws {NotFound} for an unknown survey */
export async function listSurveyLinks(organizationId: string, input: ListSurveyLinks): Promise<Page<SurveyLink>> {
  const survey = await findSurvey(db, organizationId, input.id)
  const where = { organizationId, surveyId: input.id, widget: null }
  const [rows, total] = await Promise.all([
    db.surveyLink.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    db.surveyLink.count({ where }),
  ])
  return toPage(await presentSurveyLinks(organizationId, rows, survey.isOpen), total, input)
}

/** @throws {NotFound} */
export async function getSurveyLink(organizationId: string, { id, linkId }: SurveyLinkReference): Promise<SurveyLink> {
  const survey = await findSurvey(db, organizationId, id)
  const row = await db.surveyLink.findFirst({ where: { organizationId, surveyId: id, id: linkId, widget: null } })
  const [link] = row ? await presentSurveyLinks(organizationId, [row], survey.isOpen) : []
  if (!link) throw new NotFound('surveyLink')
  return link
}

/** @throws {NotFound} */
export async function getSurveyLinkName(organizationId: string, id: string): Promise<{ name: string }> {
  const link = await db.surveyLink.findFirst({ where: { organizationId, id }, select: { name: true } })
  if (!link) throw new NotFound('surveyLink')
  return link
}

/** @throws {NotFound} for an unknown survey @throws {ValidationError} */
export async function createSurveyLink(organizationId: string, input: CreateSurveyLink): Promise<SurveyLink> {
  const { id: surveyId, ...settings } = input
  const columns = await toColumns(settings)
  const row = await withFreeSlug((tx) =>
    insertLinks(tx, organizationId, surveyId, [
      { slug: randomSlug(), ...columns, name: input.name, ...settingsReferences(settings) },
    ]),
  )
  return getSurveyLink(organizationId, { id: surveyId, linkId: row[0] ?? '' })
}

export type NewLink = { name: string; slug: string; locationId?: string | null; employeeId?: string | null }

/** Inserts links after resolving their location and employee; those of widgets have a limit of their own. @returns their ids */
export async function insertLinks(
  tx: Tx,
  organizationId: string,
  surveyId: string,
  links: readonly NewLink[],
  { areOfWidgets = false }: { areOfWidgets?: boolean } = {},
): Promise<string[]> {
  await lockRow(tx, 'survey', organizationId, surveyId, 'KEY SHARE')
  await findSurvey(tx, organizationId, surveyId)
  await acquireCountLimitLock(tx, organizationId, 'survey_link')
  const widget = areOfWidgets ? { isNot: null } : { is: null }
  const count = await tx.surveyLink.count({ where: { organizationId, surveyId, widget } })
  const maximum = areOfWidgets ? WIDGETS_PER_SURVEY_MAX : LINKS_PER_SURVEY_MAX
  if (count + links.length > maximum)
    throw new ValidationError({
      name: [localizableMessage(areOfWidgets ? 'surveyWidget.many' : 'surveyLink.many', { maximum })],
    })
  const ids: string[] = []
  for (const link of links) {
    const references = await resolveReferences(tx, organizationId, link)
    const data = { ...link, ...references, organizationId, surveyId }
    ids.push((await tx.surveyLink.create({ data, select: { id: true } })).id)
  }
  return ids
}

/** Only the given fields change; `pin: null` removes it. @throws {NotFound} @throws {ValidationError} */
export async function updateSurveyLink(organizationId: string, input: UpdateSurveyLink): Promise<SurveyLink> {
  const { id: surveyId, linkId, name, ...settings } = input
  const columns = await toColumns(settings)
  await withFreeSlug(async (tx) => {
    await lockRow(tx, 'survey_link', organizationId, linkId)
    const where = { organizationId, surveyId, id: linkId, widget: null }
    if (!(await tx.surveyLink.findFirst({ where, select: { id: true } }))) throw new NotFound('surveyLink')
    const references = settingsReferences(settings)
    await updateLink(tx, organizationId, linkId, { ...columns, ...references, ...(name === undefined ? {} : { name }) })
  })
  return getSurveyLink(organizationId, { id: surveyId, linkId })
}

type LinkChanges = Partial<Awaited<ReturnType<typeof toColumns>> & NewLink>

/** Changes a locked link after resolving its location and employee. @throws {ValidationError} */
export async function updateLink(tx: Tx, organizationId: string, id: string, changes: LinkChanges): Promise<void> {
  const references = await resolveReferences(tx, organizationId, settingsReferences(changes))
  const data = { ...changes, ...references, updatedAt: now() }
  await tx.surveyLink.update({ where: { id, organizationId }, data, select: { id: true } })
}

/** Its responses stay. @throws {NotFound} */
export async function deleteSurveyLink(
  organizationId: string,
  { id, linkId }: SurveyLinkReference,
): Promise<{ id: string; deleted: true }> {
  const { count } = await db.surveyLink.deleteMany({
    where: { organizationId, surveyId: id, id: linkId, widget: null },
  })
  if (count === 0) throw new NotFound('surveyLink')
  return { id: linkId, deleted: true }
}

const SLUG_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RANDOM_SLUG_CHARACTERS = 12

/** 59 bits, in characters that are not mistaken for others. */
export function randomSlug(): string {
  const bytes = randomBytes(RANDOM_SLUG_CHARACTERS)
  return Array.from(bytes, (byte) => SLUG_ALPHABET[byte % SLUG_ALPHABET.length]).join('')
}

/** @throws {ValidationError} under `slug` if another link of the service has it */
async function withFreeSlug<T>(save: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transact(({ tx }) => save(tx))
  } catch (error) {
    if (!isUniqueViolation(error, 'slug')) throw error
    throw new ValidationError({ slug: [localizableMessage('surveyLink.slugTaken')] })
  }
}

type Settings = Omit<UpdateSurveyLink, 'id' | 'linkId' | 'name'>

export async function toColumns({ pin, closesOn, locationId: _location, employeeId: _employee, ...columns }: Settings) {
  return {
    ...columns,
    ...(pin === undefined ? {} : { pinHash: pin === null ? null : await hashPassword(pin) }),
    ...(closesOn === undefined
      ? {}
      : { closesOn: closesOn === null ? null : clampToStorableDate(Date.parse(closesOn)) }),
  }
}

export function settingsReferences({ locationId, employeeId }: Pick<Settings, 'locationId' | 'employeeId'>) {
  return {
    ...(locationId === undefined ? {} : { locationId }),
    ...(employeeId === undefined ? {} : { employeeId }),
  }
}

const KINDS = { locationId: 'location', employeeId: 'employee' } as const

async function resolveReferences(tx: Tx, organizationId: string, requested: ReturnType<typeof settingsReferences>) {
  const resolved: typeof requested = {}
  for (const field of ['locationId', 'employeeId'] as const) {
    const id = requested[field]
    if (id === undefined) continue
    resolved[field] = id && (await resolveAndLockMasterDataId(tx, KINDS[field], organizationId, id))
    if (id && !resolved[field]) throw new ValidationError({ [field]: [localizableMessage(`surveyLink.${field}`)] })
  }
  return resolved
}

export async function findSurvey(tx: Tx, organizationId: string, id: string): Promise<{ isOpen: boolean }> {
  const survey = await tx.survey.findFirst({ where: { organizationId, id, deletedAt: null }, select: { status: true } })
  if (!survey) throw new NotFound('survey')
  return { isOpen: survey.status === 'active' }
}

export async function presentSurveyLinks(
  organizationId: string,
  rows: readonly SurveyLinkRow[],
  isSurveyOpen: boolean,
): Promise<SurveyLink[]> {
  const ids = rows.map(({ id }) => id)
  const [endedIds, linkDomain] = await Promise.all([
    listEndedLinkIds(organizationId, ids),
    findLinkDomain(db, organizationId),
  ])
  return rows.map((row) => ({
    id: row.id,
    surveyId: row.surveyId,
    name: row.name,
    url: buildPublicUrl(linkDomain, `/f/${row.slug}`),
    slug: row.slug,
    placement: row.placement,
    locationId: row.locationId,
    employeeId: row.employeeId,
    closesOn: row.closesOn?.toISOString().slice(0, 10) ?? null,
    quota: row.quota,
    hasPin: row.pinHash !== null,
    oncePerDevice: row.oncePerDevice,
    asksContact: AsksContact.parse(row.asksContact),
    active: row.active,
    state: isSurveyOpen ? linkState(row, endedIds.has(row.id)) : 'archived',
    answers: row.answers,
    flagged: row.flagged,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

function linkState({ active, answers, quota }: SurveyLinkRow, isEnded: boolean): SurveyLink['state'] {
  if (!active) return 'inactive'
  if (isEnded) return 'ended'
  return quota !== null && answers >= quota ? 'full' : 'open'
}
