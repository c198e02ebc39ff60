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
  await tx.triggerRequest.updateMany({ where, data })
  await replaceContactInCapturedMessages(tx, organizationId, { id, otherId })
  await detachImportRows(tx, organizationId, { id, otherId })
  await moveEntryRows(tx, organizationId, { id, otherId })
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

/** What happened to both of them, such as a day of a rule, stays once. */
async function moveEntryRows(tx: Tx, organizationId: string, { id, otherId }: Merge): Promise<void> {
  await tx.$executeRaw`
    UPDATE entry_candidate c SET contact_id = ${id}::uuid
    WHERE c.organization_id = ${organizationId}::uuid AND c.contact_id = ${otherId}::uuid AND NOT EXISTS (
      SELECT FROM entry_candidate k WHERE k.rule_id = c.rule_id AND k.contact_id = ${id}::uuid AND k.occurrence = c.occurrence)`
  await tx.$executeRaw`
    UPDATE entry_rule_member m SET contact_id = ${id}::uuid
    WHERE m.organization_id = ${organizationId}::uuid AND m.contact_id = ${otherId}::uuid AND NOT EXISTS (
      SELECT FROM entry_rule_member k WHERE k.rule_id = m.rule_id AND k.contact_id = ${id}::uuid)`
  const where = { organizationId, contactId: otherId }
  await tx.entryCandidate.deleteMany({ where })
  await tx.entryRuleMember.deleteMany({ where })
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
