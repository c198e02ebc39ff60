import { now } from '../clock'
import { Prisma, type Tx } from '../db'

import { lockRows } from '../locks'
import { transact, type UnitOfWork } from '../unit-of-work'
import { Language } from '../validation/schema'
import { ContactDetails, findOrCreateContact } from './contact-details'
import { announceLinkResponse } from './submit-link-response'

/** Responses of one transaction: each causes events. */
const SLICE_SIZE = 100

export type FlaggedDecision = 'accept' | 'delete'

/**
 * Accepts flagged responses, which then count and cause their events, or deletes them. Others of the ids stay as they are.
 * @returns the number of responses decided on
 */
export async function decideFlaggedResponses(
  organizationId: string,
  ids: readonly string[],
  decision: FlaggedDecision,
): Promise<number> {
  let decided = 0
  for (let from = 0; from < ids.length; from += SLICE_SIZE) {
    const slice = ids.slice(from, from + SLICE_SIZE)
    decided += await transact((work) => decideSlice(work, organizationId, slice, decision))
  }
  return decided
}

async function decideSlice(
  work: UnitOfWork,
  organizationId: string,
  ids: readonly string[],
  decision: FlaggedDecision,
): Promise<number> {
  const { tx } = work
  // The links first, as a submission does.
  const where = { organizationId, id: { in: [...ids] }, status: 'flagged' }
  const links = await tx.response.findMany({ where, select: { surveyLinkId: true }, distinct: ['surveyLinkId'] })
  await lockRows(
    tx,
    'survey_link',
    organizationId,
    links.flatMap(({ surveyLinkId }) => surveyLinkId ?? []),
    'NO KEY UPDATE',
  )
  await lockRows(tx, 'response', organizationId, ids, 'UPDATE')
  const rows = await tx.response.findMany({ where, orderBy: { id: 'asc' } })
  const hasAlertRules = (await tx.alertRule.count({ where: { organizationId, active: true, trigger: 'response' } })) > 0
  if (decision === 'delete') await tx.response.deleteMany({ where })
  for (const { id, surveyLinkId, language, band, flaggedContact } of rows) {
    if (surveyLinkId) await moveCount(tx, organizationId, surveyLinkId, decision)
    if (decision === 'delete') continue
    const contact = ContactDetails.nullable().parse(flaggedContact)
    const at = now()
    const data = {
      status: 'completed',
      flag: null,
      flaggedContact: Prisma.DbNull,
      contactId: contact && (await findOrCreateContact(tx, organizationId, contact, Language.parse(language))),
      caseState: band === 'negative' ? 'open' : null,
      createdAt: at,
      updatedAt: at,
    } satisfies Prisma.ResponseUncheckedUpdateInput
    await announceLinkResponse(work, await tx.response.update({ where: { id, organizationId }, data }), hasAlertRules)
  }
  return rows.length
}

async function moveCount(tx: Tx, organizationId: string, id: string, decision: FlaggedDecision): Promise<void> {
  await tx.surveyLink.updateMany({
    where: { organizationId, id },
    data: { flagged: { decrement: 1 }, ...(decision === 'accept' ? { answers: { increment: 1 } } : {}) },
  })
}
