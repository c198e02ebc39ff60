import { DAY_MS, now } from '../../clock'
import { db } from '../../db'
import { toLocalTime } from '../sending/quiet-hours'
import { countReasons } from './forecast-entry'
import { loadOpenContext } from './load-forecast-context'
import type { UpcomingDays } from './schema'
import { type SimulatedEvent, simulateJourneys } from './simulate'

const DAYS = 14
const SENDINGS_MAX = 5000

const NO_MESSAGE_ON_ITS_WAY = { none: { claimedAt: { not: null }, endedAt: null } }

type DatedEvent = SimulatedEvent & { sequenceId: string | null; day: string }

/** What will leave within 14 days to the people under way, by day, and what will not, with reasons. */
export async function listUpcoming(organizationId: string): Promise<UpcomingDays> {
  const until = new Date(now().getTime() + DAYS * DAY_MS)
  const where = { organizationId, endedAt: null, dueAt: { lte: until }, steps: NO_MESSAGE_ON_ITS_WAY }
  const [sendings, people] = await Promise.all([
    db.sending.findMany({
      where,
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      take: SENDINGS_MAX,
      select: { id: true },
    }),
    db.sending.count({ where }),
  ])
  if (sendings.length === 0) return { people, examined: 0, days: [] }
  const context = await loadOpenContext(organizationId, sendings)
  const { timeZone } = context.organization
  const events = simulateJourneys(context, until).flatMap(({ sending, events: own }) =>
    own.map(
      (event): DatedEvent => ({
        ...event,
        sequenceId: sending.sending.sequenceId,
        day: toLocalTime(event.at, timeZone).toPlainDate().toString(),
      }),
    ),
  )
  const names = await loadNames(organizationId, events)
  const days = [...new Set(events.map(({ day }) => day))].toSorted()
  return {
    people,
    examined: sendings.length,
    days: days.map((day) =>
      summarizeDay(
        day,
        events.filter((event) => event.day === day),
        names,
      ),
    ),
  }
}

type Names = { sequences: ReadonlyMap<string, string>; surveys: ReadonlyMap<string, string> }

async function loadNames(organizationId: string, events: readonly DatedEvent[]): Promise<Names> {
  const ids = (key: 'sequenceId' | 'surveyId') => ({ in: [...new Set(events.flatMap((event) => event[key] ?? []))] })
  const [sequences, surveys] = await Promise.all([
    db.sequence.findMany({ where: { organizationId, id: ids('sequenceId') }, select: { id: true, name: true } }),
    db.survey.findMany({ where: { organizationId, id: ids('surveyId') }, select: { id: true, name: true } }),
  ])
  const toMap = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { sequences: toMap(sequences), surveys: toMap(surveys) }
}

function summarizeDay(day: string, events: readonly DatedEvent[], names: Names): UpcomingDays['days'][number] {
  const sent = new Map<string, UpcomingDays['days'][number]['sent'][number]>()
  for (const { status, sequenceId, stepId, position, type, surveyId } of events) {
    if (status !== 'sent') continue
    // A survey sent alone has a step of its own for each person.
    const key = sequenceId === null ? (surveyId ?? '') : stepId
    sent.set(key, {
      sequenceId,
      sequenceName: sequenceId === null ? null : (names.sequences.get(sequenceId) ?? null),
      stepId,
      position,
      type: type as UpcomingDays['days'][number]['sent'][number]['type'],
      surveyName: surveyId === null ? null : (names.surveys.get(surveyId) ?? null),
      people: (sent.get(key)?.people ?? 0) + 1,
    })
  }
  const reasons = events.flatMap(({ status, reason }) => (status === 'skipped' ? reason : []))
  return {
    day,
    sent: [...sent.values()].toSorted((one, other) => other.people - one.people),
    skipped: countReasons(reasons),
  }
}
