import { DAY_MS, now } from '../../clock'
import { countFilteredContacts } from '../../contacts/filters/filter-queries'
import { resolveFilterQuery } from '../../contacts/filters/resolve-filter'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { readListTotal } from '../../list-totals'
import type { Reason } from '../../messaging/outcome/schema'
import { loadEntryContext } from './load-forecast-context'
import { listContactIds } from './queries'
import type { EntryOutlook, ForecastEntry, ForecastJourney, JourneyOutlook } from './schema'
import { type Journey, type SimulatedEvent, simulateJourneys } from './simulate'

const PEOPLE_MAX = 5000
/** The longest run has 50 steps that wait for a year each; which is further than people plan. */
const HORIZON_MS = 2 * 365 * DAY_MS

/**
 * What would become of the people of a segment who enter a sequence now, by step.
 * @throws {NotFound}
 */
export async function forecastEntry(organizationId: string, { id, segmentId }: ForecastEntry): Promise<EntryOutlook> {
  const steps = await loadSteps(organizationId, id)
  const query = await resolveFilterQuery(organizationId, segmentId === undefined ? {} : { segment_id: segmentId })
  const contacts =
    segmentId === undefined
      ? await readListTotal(organizationId, 'contact')
      : await countFilteredContacts(organizationId, query)
  const contactIds = await listContactIds(organizationId, query, PEOPLE_MAX)
  const journeys = await simulateEntry(organizationId, id, contactIds)
  const events = journeys.flatMap((journey) => journey.events)
  return {
    contacts,
    people: journeys.length,
    steps: steps.map((step) => ({ ...step, ...summarize(events.filter(({ stepId }) => stepId === step.stepId)) })),
    ended: countReasons(journeys.map(({ end }) => end?.reason ?? null)),
  }
}

/**
 * What would become of one contact who enters a sequence now.
 * @throws {NotFound}
 */
export async function forecastJourney(
  organizationId: string,
  { id, contactId }: ForecastJourney,
): Promise<JourneyOutlook> {
  const steps = await loadSteps(organizationId, id)
  const [journey] = await simulateEntry(organizationId, id, [contactId])
  if (!journey) throw new NotFound('contact')
  return {
    events: journey.events.map((event) => presentEvent(event, steps)),
    end: journey.end && { at: journey.end.at.toISOString(), reason: journey.end.reason },
  }
}

async function simulateEntry(
  organizationId: string,
  sequenceId: string,
  contactIds: readonly string[],
): Promise<Journey[]> {
  const context = await loadEntryContext(organizationId, sequenceId, contactIds)
  const until = new Date(now().getTime() + HORIZON_MS)
  return simulateJourneys(context, until).filter(({ sending }) => sending.sending.id === sending.sending.contactId)
}

type NamedStep = Pick<EntryOutlook['steps'][number], 'stepId' | 'position' | 'type' | 'surveyName'>

async function loadSteps(organizationId: string, id: string): Promise<NamedStep[]> {
  const sequence = await db.sequence.findFirst({
    where: { id, organizationId },
    include: { steps: { orderBy: { position: 'asc' }, include: { survey: { select: { name: true } } } } },
  })
  if (!sequence) throw new NotFound('sequence')
  return sequence.steps.map((step) => ({
    stepId: step.id,
    position: step.position,
    type: step.type as NamedStep['type'],
    surveyName: step.survey?.name ?? null,
  }))
}

function summarize(events: readonly SimulatedEvent[]) {
  const done = events.filter(({ status }) => status === 'sent' || status === 'completed')
  const times = done.map(({ at }) => at.getTime())
  const count = (branch: string) => done.filter((event) => event.branch === branch).length
  return {
    people: done.length,
    from: times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b))).toISOString(),
    until: times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b))).toISOString(),
    branches: done.some(({ branch }) => branch !== null) ? { yes: count('yes'), no: count('no') } : null,
    skipped: countReasons(events.flatMap(({ status, reason }) => (status === 'skipped' ? reason : []))),
  }
}

/** The most frequent first; of those with one code, the values of the first. */
export function countReasons(reasons: readonly (Reason | null)[]): { reason: Reason; people: number }[] {
  const counts = new Map<string, { reason: Reason; people: number }>()
  for (const reason of reasons)
    if (reason) counts.set(reason.code, { reason, people: (counts.get(reason.code)?.people ?? 0) + 1 })
  return [...counts.values()].toSorted((one, other) => other.people - one.people)
}

function presentEvent(event: SimulatedEvent, steps: readonly NamedStep[]): JourneyOutlook['events'][number] {
  const { at, stepId, position, status, reason, branch, until } = event
  return {
    stepId,
    position,
    type: event.type as NamedStep['type'],
    surveyName: steps.find((step) => step.stepId === stepId)?.surveyName ?? null,
    at: at.toISOString(),
    status,
    reason,
    branch: branch as JourneyOutlook['events'][number]['branch'],
    until: until?.toISOString() ?? null,
  }
}
