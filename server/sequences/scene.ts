import type { Organization as OrganizationRow, Survey as SurveyRow } from '../../prisma/generated/client'
import { now } from '../clock'
import { type SuppressionReason, suppressedAmong } from '../contacts/suppression'
import type { Tx } from '../db'
import { type Hold, holdOf, lockHold } from '../organizations/hold'
import { Person } from './person'
import type { Answer, Step } from './plan'
import { DAY_MS } from './throttle'

/** The steps as they are now; "waits" while the sequence lets nobody go on. One that is missing was deleted. */
export type Steps = Step[] | 'waits'

/** All that decides about some people of one organization, read under the locks of their sendings. */
export type Scene = {
  organization: OrganizationRow
  /** Why nothing may leave; held until the commit, so that what waits because of it is woken when it is lifted. */
  hold: Hold | null
  people: Person[]
  sequences: ReadonlyMap<string, Steps>
  surveys: ReadonlyMap<string, SurveyRow>
  /** By address. */
  suppressed: ReadonlyMap<string, ReadonlySet<SuppressionReason>>
  /** By contact: when another run asked them something, within the days in which that matters. */
  lastAsked: ReadonlyMap<string, Date>
  /** By location. */
  timeZones: ReadonlyMap<string, string | null>
}

/** @param ids of sendings that the caller has locked. */
export async function loadScene(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Scene> {
  const sendings = await tx.sending.findMany({ where: { organizationId, id: { in: [...ids] } } })
  const sendingIds = sendings.map(({ id }) => id)
  const done = await tx.sendingStep.findMany({ where: { organizationId, sendingId: { in: sendingIds } } })
  const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const sequences = await loadSequences(tx, organizationId, distinct(sendings.map(({ sequenceId }) => sequenceId)))
  const steps = [...sequences.values()].flatMap((held) => (held === 'waits' ? [] : held))
  const surveyIds = distinct([...steps, ...done, ...sendings].map(({ surveyId }) => surveyId))

  const contactIds = distinct(sendings.map(({ contactId }) => contactId))
  const isThrottled = organization.throttleDays !== null && surveyIds.length > 0
  if (isThrottled) await lockContacts(tx, organizationId, contactIds)
  const contacts = await tx.contact.findMany({ where: { organizationId, id: { in: contactIds } } })
  const surveys = await find(surveyIds, (id) => tx.survey.findMany({ where: { organizationId, id, deletedAt: null } }))
  const isConditional = steps.some(({ condition }) => condition !== 'always')
  const answers = isConditional ? await loadAnswers(tx, organizationId, sendingIds) : new Map<string, Answer[]>()
  const emails = contacts.map(({ email }) => email)
  const { quietHoursStart, quietHoursEnd } = organization
  const places =
    quietHoursStart === null || quietHoursEnd === null
      ? []
      : distinct([...sendings, ...contacts].map(({ locationId }) => locationId))
  const locations = await find(places, (id) => tx.location.findMany({ where: { organizationId, id } }))
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  return {
    organization,
    hold: holdOf(organization) && (await lockHold(tx, organizationId)),
    people: sendings.map(
      (sending) =>
        new Person(
          sending,
          done.filter(({ sendingId }) => sendingId === sending.id),
          byId.get(sending.contactId) ?? null,
          answers.get(sending.id) ?? [],
        ),
    ),
    sequences,
    surveys: new Map(surveys.map((survey) => [survey.id, survey])),
    suppressed: emails.length === 0 ? new Map() : await suppressedAmong(tx, organizationId, emails),
    lastAsked: isThrottled
      ? await loadLastAsked(tx, organizationId, organization.throttleDays ?? 0, contactIds, sendingIds)
      : new Map(),
    timeZones: new Map(locations.map(({ id, timeZone }) => [id, timeZone])),
  }
}

async function loadSequences(tx: Tx, organizationId: string, ids: string[]): Promise<Map<string, Steps>> {
  const rows = await find(ids, (id) =>
    tx.sequence.findMany({ where: { organizationId, id }, include: { steps: { orderBy: { position: 'asc' } } } }),
  )
  const resumed = await justResumed(
    tx,
    organizationId,
    rows.flatMap(({ id, status }) => (status === 'active' ? [] : [id])),
  )
  return new Map(
    rows.map(({ id, status, steps }) => [
      id,
      status === 'active' || resumed.has(id)
        ? steps.map((step) => ({
            ...step,
            type: step.type as Step['type'],
            condition: step.condition as Step['condition'],
          }))
        : 'waits',
    ]),
  )
}

/** Resuming waits for whoever is about to park, and finds them parked. */
async function justResumed(tx: Tx, organizationId: string, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const held = await tx.$queryRaw<{ id: string; status: string }[]>`
    SELECT id, status FROM sequence WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR SHARE`
  return new Set(held.flatMap(({ id, status }) => (status === 'active' ? [id] : [])))
}

/** So that two runs that are due at the same moment see each other. */
async function lockContacts(tx: Tx, organizationId: string, ids: string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM contact WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`
}

async function loadAnswers(tx: Tx, organizationId: string, sendingIds: string[]): Promise<Map<string, Answer[]>> {
  const rows = await tx.response.findMany({
    where: { organizationId, sendingId: { in: sendingIds }, status: 'completed' },
    orderBy: { submittedAt: 'asc' },
    select: { sendingId: true, surveyId: true, band: true },
  })
  const answers = new Map<string, Answer[]>()
  for (const { sendingId, ...answer } of rows)
    if (sendingId !== null) answers.set(sendingId, [...(answers.get(sendingId) ?? []), answer])
  return answers
}

/** What was sent, and what is on its way out right now; a bounce reached nobody. */
async function loadLastAsked(
  tx: Tx,
  organizationId: string,
  days: number,
  contactIds: string[],
  except: string[],
): Promise<Map<string, Date>> {
  const since = new Date(now().getTime() - days * DAY_MS)
  const rows = await tx.$queryRaw<{ contactId: string; at: Date }[]>`
    SELECT d.contact_id AS "contactId", max(coalesce(s.sent_at, s.claimed_at)) AS at
    FROM sending d JOIN sending_step s ON s.organization_id = d.organization_id AND s.sending_id = d.id
    WHERE d.organization_id = ${organizationId}::uuid AND d.contact_id = ANY(${contactIds}::uuid[]) AND d.id <> ALL(${except}::uuid[])
      AND s.survey_id IS NOT NULL
      AND ((s.sent_at > ${since} AND s.status <> 'bounced') OR (s.claimed_at > ${since} AND s.ended_at IS NULL))
    GROUP BY d.contact_id`
  return new Map(rows.map(({ contactId, at }) => [contactId, at]))
}

/** Asks only where there is something to ask for. */
async function find<Row>(ids: string[], ask: (id: { in: string[] }) => Promise<Row[]>): Promise<Row[]> {
  return ids.length === 0 ? [] : ask({ in: ids })
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
