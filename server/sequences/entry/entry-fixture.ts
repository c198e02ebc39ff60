import { db } from '../../db'
import { decideCandidates } from './decide-candidates'
import { saveEntryRule } from './entry-rules'
import { scanEntryRule } from './scan-entry-rule'
import type { EntryCause, SaveEntryRule } from './schema'

export const addRule = (
  organizationId: string,
  sequenceId: string,
  cause: EntryCause,
  more: Partial<Pick<SaveEntryRule, 'segmentId' | 'reentryDays' | 'sampleOneIn'>> = {},
) => saveEntryRule(organizationId, { sequenceId, cause, segmentId: null, reentryDays: null, sampleOneIn: 1, ...more })

/** Scans a rule if it is due, and decides on its candidates. */
export async function runRule(organizationId: string, ruleId: string): Promise<void> {
  const until = Date.now() + 60_000
  await scanEntryRule(organizationId, ruleId, until)
  await decideCandidates(organizationId, ruleId, until)
}

/** Makes a rule's scan due. */
export const makeDue = (organizationId: string, id: string) =>
  db.entryRule.updateMany({ where: { organizationId, id }, data: { nextScanAt: new Date(0) } })

/** What became of the candidates of a rule, by contact, in their order. */
export async function readOutcomes(
  organizationId: string,
  ruleId: string,
): Promise<[contactId: string, outcome: string | null][]> {
  const rows = await db.entryCandidate.findMany({
    where: { organizationId, ruleId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ contactId, outcome }) => [contactId, outcome])
}

export const countSendings = (organizationId: string, contactId?: string) =>
  db.sending.count({ where: { organizationId, ...(contactId === undefined ? {} : { contactId }) } })
