import { countOutcomes, type JobCounts } from '../../../contact-jobs/contact-job'
import { readContactsByEmail } from '../../../contacts/upsert-queries'
import { db } from '../../../db'
import type { RowOutcome } from '../constants'
import type { AcceptedRow, MappedRow } from '../map-row'
import { countReasons } from '../row-outcome'
import { computeResponseIds } from './response-ids'
import { findExistingResponseIds } from './response-queries'
import { countFileResponsesByMonth } from './responses-by-month'

/**
 * Counts what importing answers would do, and their scores by month.
 * @param seen addresses and answers of the rows before these; those of these rows are added
 */
export async function countDryRunOutcomes(
  organizationId: string,
  rows: readonly MappedRow[],
  seen: Set<string>,
  timeZone: string,
): Promise<JobCounts> {
  const accepted = rows.filter((row): row is AcceptedRow => row.input !== null)
  const ids = new Map(accepted.map((row) => [row.position, computeRowResponseIds(row)]))
  const stored = await findExistingResponseIds(db, organizationId, [...ids.values()].flat())
  const emails = [...new Set(accepted.map(({ input }) => input.email))].filter((email) => !seen.has(email))
  const known = new Set((await readContactsByEmail(db, organizationId, emails)).map(({ email }) => email))
  const newContacts = emails.filter((email) => !known.has(email)).length
  const outcomes = rows.map(({ position }): RowOutcome => {
    const [id, ...others] = ids.get(position) ?? []
    if (id === undefined) return 'refused'
    const isRepeated = seen.has(id)
    seen.add(id)
    if (isRepeated) return 'duplicate'
    return [id, ...others].some((one) => stored.has(one)) ? 'unchanged' : 'answered'
  })
  for (const email of emails) seen.add(email)
  return {
    ...countOutcomes(outcomes),
    ...countReasons(rows),
    ...(newContacts > 0 ? { newContacts } : {}),
    ...countFileResponsesByMonth(rows, timeZone),
  }
}

/** What identifies an accepted row among the others of the file, if its survey is still to be created, too. */
export function computeRowResponseIds({ input, answer }: AcceptedRow): readonly [string, ...string[]] {
  if (!answer?.survey) throw new Error('the row of an answer has no survey')
  const { id, name } = answer.survey
  return computeResponseIds({ ...answer, email: input.email, surveyId: id ?? `new ${name}` })
}
