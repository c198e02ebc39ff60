import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'

type Merge = { id: string; otherId: string }

/** Moves the rows of the other contact to the kept one. Lock both contacts and their sendings before. */
export async function moveContactRows(tx: Tx, organizationId: string, { id, otherId }: Merge): Promise<void> {
  const [where, data] = [{ organizationId, contactId: otherId }, { contactId: id }]
  await tx.sending.updateMany({ where, data })
  await tx.response.updateMany({ where, data: { ...data, updatedAt: now() } })
  await tx.review.updateMany({ where, data })
  await tx.contactNote.updateMany({ where, data })
  await tx.contactEvent.updateMany({ where, data })
  await tx.capturedMessage.updateMany({ where, data })
  await replaceContactInCapturedMessages(tx, organizationId, { id, otherId })
  await detachImportRows(tx, organizationId, { id, otherId })
  await tx.contactJobItem.updateMany({
    where: { organizationId, contactId: { in: [id, otherId] }, undoData: { not: Prisma.DbNull } },
    data: { undoData: Prisma.DbNull },
  })
  await refreshContactActivity(tx, organizationId, id)
}

async function replaceContactInCapturedMessages(tx: Tx, organizationId: string, { id, otherId }: Merge): Promise<void> {
  await tx.$executeRaw`
    UPDATE captured_message SET named_contact_ids = array_replace(named_contact_ids, ${otherId}::uuid, ${id}::uuid)
    WHERE organization_id = ${organizationId}::uuid AND named_contact_ids @> ARRAY[${otherId}::uuid]`
}

/** Undoing an import or a bulk action must neither delete nor change a merged contact: the rows tell only what was done. */
async function detachImportRows(tx: Tx, organizationId: string, { id, otherId }: Merge): Promise<void> {
  await tx.$executeRaw`
    UPDATE contact_import_row SET contact_id = ${id}::uuid, changes = NULL,
      outcome = CASE outcome WHEN 'created' THEN 'updated' ELSE outcome END
    WHERE organization_id = ${organizationId}::uuid AND contact_id IN (${id}::uuid, ${otherId}::uuid)`
}

async function refreshContactActivity(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM refresh_contact_activity(ARRAY[${organizationId}::uuid], ARRAY[${id}::uuid])`
}

/** Ids of running sendings of the other contact that the kept one has too, to the same sequence or of the same single survey. */
export async function listDuplicateSendings(tx: Tx, organizationId: string, { id, otherId }: Merge): Promise<string[]> {
  const running = await tx.sending.findMany({
    where: { organizationId, contactId: { in: [id, otherId] }, endedAt: null },
    select: { id: true, contactId: true, sequenceId: true, surveyId: true },
  })
  const target = ({ sequenceId, surveyId }: (typeof running)[number]) => sequenceId ?? surveyId
  const kept = new Set(running.filter(({ contactId }) => contactId === id).map(target))
  return running.flatMap((sending) => (sending.contactId === otherId && kept.has(target(sending)) ? sending.id : []))
}
