import type { Sending } from '@/prisma/generated/client'
import { recordContactEvents } from '../../contacts/timeline/record-contact-events'
import type { Tx } from '../../db'
import type { SendingActionType } from './constants'

/** Records an action in the timelines of the contacts, with the name of the sequence or survey at this time. */
export async function recordSendingActions(
  tx: Tx,
  organizationId: string,
  sendings: readonly Pick<Sending, 'id' | 'contactId' | 'sequenceId' | 'surveyId'>[],
  action: SendingActionType,
): Promise<void> {
  const names = await loadNames(tx, organizationId, sendings)
  await recordContactEvents(
    tx,
    organizationId,
    sendings.map(({ id: sendingId, contactId, sequenceId, surveyId }) => ({
      contactId,
      kind: 'sendingAction',
      details: { action, sendingId, sequenceId, name: names.get(sequenceId ?? surveyId ?? '') ?? null },
    })),
  )
}

async function loadNames(
  tx: Tx,
  organizationId: string,
  sendings: readonly Pick<Sending, 'sequenceId' | 'surveyId'>[],
): Promise<Map<string, string>> {
  const sequenceIds = [...new Set(sendings.flatMap(({ sequenceId }) => sequenceId ?? []))]
  const surveyIds = [...new Set(sendings.flatMap(({ sequenceId, surveyId }) => (sequenceId ? [] : (surveyId ?? []))))]
  const select = { id: true, name: true }
  const [sequences, surveys] = await Promise.all([
    tx.sequence.findMany({ where: { organizationId, id: { in: sequenceIds } }, select }),
    surveyIds.length === 0 ? [] : tx.survey.findMany({ where: { organizationId, id: { in: surveyIds } }, select }),
  ])
  return new Map([...sequences, ...surveys].map(({ id, name }) => [id, name]))
}
