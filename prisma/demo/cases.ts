import { v7 as uuidv7 } from 'uuid'
import { runAsActor } from '../../server/actor-context'
import { updateCase } from '../../server/cases/cases'
import { addNote } from '../../server/cases/notes'
import { recordResponseEvents } from '../../server/cases/record-response-events'
import { changeTagsOfResponse, createResponseTag } from '../../server/cases/response-tags'
import { now } from '../../server/clock'
import type { Tx } from '../../server/db'
import { UNKNOWN_REQUEST_ORIGIN } from '../../server/security-events'

type CaseOwner = { organizationId: string; userId: string; name: string }

export async function seedCases(tx: Tx, { organizationId, userId, name }: CaseOwner): Promise<void> {
  const [openCase, contactedCase, resolvedCase] = await tx.response.findMany({
    where: { organizationId, status: 'completed', band: 'negative' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 3,
    select: { id: true, contactId: true },
  })
  if (!openCase || !contactedCase || !resolvedCase) throw new Error('the demo has no low scores')
  const author = { userId, name }
  await runAsActor({ actor: { type: 'user', id: userId, name }, origin: UNKNOWN_REQUEST_ORIGIN }, async () => {
    const waitingTag = await createResponseTag(organizationId, 'Waiting time')
    const staffTag = await createResponseTag(organizationId, 'Staff')
    await changeTagsOfResponse(organizationId, { id: openCase.id, add: [waitingTag.id], remove: [] })
    await updateCase(organizationId, { id: contactedCase.id, state: 'contacted' }, author)
    await addNote(organizationId, { id: contactedCase.id, text: 'Called, no answer. Trying again tomorrow.' }, author)
    await updateCase(organizationId, { id: resolvedCase.id, assigneeId: userId }, author)
    await changeTagsOfResponse(organizationId, { id: resolvedCase.id, add: [staffTag.id], remove: [] })
    await addNote(
      organizationId,
      { id: resolvedCase.id, text: 'Apologized, and offered the next visit for free.' },
      author,
    )
    await updateCase(organizationId, { id: resolvedCase.id, state: 'contacted' }, author)
    await insertSentReply(tx, { organizationId, userId, name }, resolvedCase)
    await updateCase(organizationId, { id: resolvedCase.id, state: 'resolved' }, author)
  })
}

/** Inserts the reply as sent: a demo organization sends no email. */
async function insertSentReply(
  tx: Tx,
  { organizationId, userId, name }: CaseOwner,
  { id: responseId, contactId }: { id: string; contactId: string | null },
): Promise<void> {
  const contact = contactId && (await tx.contact.findFirst({ where: { organizationId, id: contactId } }))
  if (!contact) throw new Error('the demo has no contact who answered')
  const { id: value } = await tx.responseReply.create({
    data: {
      organizationId,
      responseId,
      draftId: uuidv7(),
      authorId: userId,
      authorName: name,
      subject: 'Your last visit',
      text: `Dear ${contact.firstName},\n\nthank you for being so frank. That was not how we want to look after you, and we have talked about it in the team. Your next visit is on us: just answer this email, and we find a time.`,
      recipient: contact.email,
      status: 'sent',
      sentAt: now(),
      endedAt: now(),
      createdAt: now(),
    },
  })
  await recordResponseEvents(tx, organizationId, [{ responseId, kind: 'replied', value }])
}
