import { db } from '../../db'
import { DailyPlaces } from '../rules/daily-places'
import { type BatchContext, loadBatchContext } from '../sending/batch-context'

/**
 * What is known for a forecast: contacts that enter a sequence now, whatever its status, and what else they are in.
 * The new sendings have the ids of the contacts.
 */
export async function loadEntryContext(
  organizationId: string,
  sequenceId: string,
  contactIds: readonly string[],
): Promise<BatchContext> {
  const entering = await loadBatchContext(db, organizationId, contactIds, {
    isPreview: true,
    newSendingsOf: sequenceId,
  })
  const open = await db.sending.findMany({
    where: { organizationId, contactId: { in: [...contactIds] }, endedAt: null, dueAt: { not: null } },
    select: { id: true },
  })
  if (open.length === 0) return entering
  return mergeContexts(entering, await loadOpenContext(organizationId, open))
}

/** Sendings as they are, for a forecast. */
export function loadOpenContext(organizationId: string, sendings: readonly { id: string }[]): Promise<BatchContext> {
  const ids = sendings.map(({ id }) => id)
  return loadBatchContext(db, organizationId, ids, { isPreview: true })
}

function mergeContexts(one: BatchContext, other: BatchContext): BatchContext {
  const merge = <V>(first: ReadonlyMap<string, V>, second: ReadonlyMap<string, V>) => new Map([...second, ...first])
  return {
    ...one,
    sendingsInMemory: [...one.sendingsInMemory, ...other.sendingsInMemory],
    sequences: merge(one.sequences, other.sequences),
    surveys: merge(one.surveys, other.surveys),
    suppressionsByEmail: merge(one.suppressionsByEmail, other.suppressionsByEmail),
    smsOptOuts: merge(one.smsOptOuts, other.smsOptOuts),
    lastSurveyedAt: merge(one.lastSurveyedAt, other.lastSurveyedAt),
    upcomingSurveys: [...one.upcomingSurveys, ...other.upcomingSurveys],
    rules: merge(one.rules, other.rules),
    dailyPlaces: DailyPlaces.join(one.dailyPlaces, other.dailyPlaces),
    matchingContacts: merge(one.matchingContacts, other.matchingContacts),
    timeZones: merge(one.timeZones, other.timeZones),
  }
}
