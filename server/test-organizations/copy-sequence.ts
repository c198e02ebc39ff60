import { isDeepStrictEqual } from 'node:util'
import type { SequenceStep } from '@/prisma/generated/client'
import { db, Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import type { UserActor } from '../principal'
import { StepConditions } from '../sequences/conditions/schema'
import { toRuleColumns, toSequenceRules } from '../sequences/rules/rule-columns'
import { copySurveyContent } from '../surveys/surveys'
import { firstVersion } from '../surveys/versions/record-version'
import { transact } from '../unit-of-work'
import type { CopiedSequence, Counterpart } from './schema'

/**
 * The test organization of an organization, or the organization of a test organization.
 * @returns null without one that the person is a member of
 */
export async function findCounterpart(
  organizationId: string,
  { userId }: Pick<UserActor, 'userId'>,
): Promise<Counterpart | null> {
  const pair = await db.testOrganization.findFirst({
    where: { OR: [{ organizationId }, { parentId: organizationId }] },
  })
  const id = pair?.organizationId === organizationId ? pair.parentId : pair?.organizationId
  if (!pair || !id) return null
  const organization = await db.organization.findFirst({
    where: { id, deletesAt: null, memberships: { some: { userId } } },
    select: { id: true, name: true },
  })
  return organization && { ...organization, isTest: organization.id === pair.organizationId }
}

/**
 * Copies a sequence as a draft to the organization's counterpart, with the surveys, properties and locations that it refers to and that are
 * not there yet. Webhook addresses, entry rules and the segment of a stop rule stay behind.
 * @throws {NotFound}
 */
export async function copySequenceToCounterpart(
  organizationId: string,
  person: Pick<UserActor, 'userId'>,
  id: string,
): Promise<CopiedSequence> {
  const counterpart = await findCounterpart(organizationId, person)
  if (!counterpart) throw new NotFound('organization')
  return transact(async ({ tx }) => {
    const original = await tx.sequence.findFirst({
      where: { id, organizationId },
      include: { steps: { orderBy: { position: 'asc' } } },
    })
    if (!original) throw new NotFound('sequence')
    const pair = { from: organizationId, to: counterpart.id }
    const ids = await copyReferences(tx, pair, original.steps)
    await copyProperties(tx, pair)
    const rules = await toRuleColumns(tx, pair.to, { ...toSequenceRules(original), stopOutsideSegmentId: null })
    const { name, description } = original
    const copy = await tx.sequence.create({
      data: { organizationId: pair.to, name, description, status: 'draft', ...rules },
    })
    await tx.sequenceStep.createMany({
      data: original.steps.map((step) => ({
        organizationId: pair.to,
        sequenceId: copy.id,
        position: step.position,
        type: step.type,
        delay: step.delay,
        surveyId: step.surveyId === null ? null : (ids.get(step.surveyId) ?? null),
        subject: step.subject ?? Prisma.DbNull,
        body: step.body ?? Prisma.DbNull,
        condition: step.condition,
        conditions: replaceIds(step.conditions, ids),
        branch: step.branch,
      })),
    })
    return { organizationId: counterpart.id, sequenceId: copy.id }
  })
}

type Pair = { from: string; to: string }

/** @returns ids of the other organization by those of this one */
async function copyReferences(
  tx: Tx,
  pair: Pair,
  steps: readonly Pick<SequenceStep, 'surveyId' | 'conditions'>[],
): Promise<ReadonlyMap<string, string>> {
  const criteria = steps.flatMap(({ conditions }) => parseConditions(conditions)?.items ?? [])
  const surveyIds = [
    ...steps.flatMap(({ surveyId }) => surveyId ?? []),
    ...criteria.flatMap((criterion) => (criterion.type === 'answer' ? criterion.surveyId : [])),
  ]
  const locationIds = criteria.flatMap((criterion) => (criterion.type === 'location' ? criterion.locationId : []))
  return new Map([
    ...(await copySurveys(tx, pair, [...new Set(surveyIds)])),
    ...(await copyLocations(tx, pair, [...new Set(locationIds)])),
  ])
}

/** A survey of the same name and content is used again. */
async function copySurveys(tx: Tx, { from, to }: Pair, ids: string[]): Promise<[string, string][]> {
  const surveys = await tx.survey.findMany({ where: { organizationId: from, id: { in: ids } } })
  const names = surveys.map(({ name }) => name)
  const existing = await tx.survey.findMany({
    where: { organizationId: to, name: { in: names }, status: 'active', deletedAt: null },
  })
  const copies: [string, string][] = []
  for (const survey of surveys) {
    const content = copySurveyContent(survey)
    const same = existing.find((other) => isDeepStrictEqual(copySurveyContent(other), content))
    const data = { organizationId: to, ...content, versions: firstVersion(content) }
    copies.push([survey.id, same?.id ?? (await tx.survey.create({ data, select: { id: true } })).id])
  }
  return copies
}

/** A location of the same name is used again. */
async function copyLocations(tx: Tx, { from, to }: Pair, ids: string[]): Promise<[string, string][]> {
  const locations = await tx.location.findMany({ where: { organizationId: from, id: { in: ids } } })
  const copies: [string, string][] = []
  for (const { id, name, timeZone } of locations) {
    const same = await tx.location.findFirst({ where: { organizationId: to, name, removedAt: null } })
    const data = { organizationId: to, name, timeZone }
    copies.push([id, same?.id ?? (await tx.location.create({ data, select: { id: true } })).id])
  }
  return copies
}

/** All definitions, since texts and conditions refer to them by key. */
async function copyProperties(tx: Tx, { from, to }: Pair): Promise<void> {
  const properties = await tx.contactProperty.findMany({ where: { organizationId: from } })
  await tx.contactProperty.createMany({
    data: properties.map(({ key, type, labelEn, labelFr, options, position }) => ({
      organizationId: to,
      key,
      type,
      labelEn,
      labelFr,
      position,
      options: options ?? [],
    })),
    skipDuplicates: true,
  })
}

function parseConditions(conditions: unknown): StepConditions | null {
  return conditions === null ? null : StepConditions.parse(conditions)
}

function replaceIds(conditions: unknown, ids: ReadonlyMap<string, string>) {
  const parsed = parseConditions(conditions)
  if (parsed === null) return Prisma.DbNull
  const replaced = (id: string) => ids.get(id) ?? id
  return {
    ...parsed,
    items: parsed.items.map((criterion) => {
      if (criterion.type === 'answer') return { ...criterion, surveyId: replaced(criterion.surveyId) }
      if (criterion.type === 'location') return { ...criterion, locationId: replaced(criterion.locationId) }
      return criterion
    }),
  }
}
