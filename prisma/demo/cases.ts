import { v7 as uuidv7 } from 'uuid'
import { setCase } from '../../server/cases/cases'
import { writeEvents } from '../../server/cases/events'
import { addNote } from '../../server/cases/notes'
import { createTag, setTags } from '../../server/cases/tags'
import { now } from '../../server/clock'
import type { Tx } from '../../server/db'
import { doneBy } from '../../server/organization-context'
import { NOWHERE } from '../../server/security-events'

type Whose = { organizationId: string; userId: string; name: string }

/** What its owner did about the latest low scores: of one the case is open, one customer was called, one case is resolved. */
export async function cases(tx: Tx, { organizationId, userId, name }: Whose): Promise<void> {
  const [waiting, called, settled] = await tx.response.findMany({
    where: { organizationId, status: 'completed', band: 'negative' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 3,
    select: { id: true, contactId: true },
  })
  if (!waiting || !called || !settled) throw new Error('the demo has no low scores')
  const by = { userId, name }
  await doneBy({ doer: { type: 'user', id: userId, name }, origin: NOWHERE }, async () => {
    const wait = await createTag(organizationId, 'Waiting time')
    const staff = await createTag(organizationId, 'Staff')
    await setTags(organizationId, { id: waiting.id, add: [wait.id], remove: [] })
    await setCase(organizationId, { id: called.id, state: 'contacted' }, by)
    await addNote(organizationId, { id: called.id, text: 'Called, no answer. Trying again tomorrow.' }, by)
    await setCase(organizationId, { id: settled.id, assigneeId: userId }, by)
    await setTags(organizationId, { id: settled.id, add: [staff.id], remove: [] })
    await addNote(organizationId, { id: settled.id, text: 'Apologized, and offered the next visit for free.' }, by)
    await setCase(organizationId, { id: settled.id, state: 'contacted' }, by)
    await reply(tx, { organizationId, userId, name }, settled)
    await setCase(organizationId, { id: settled.id, state: 'resolved' }, by)
  })
}

/** An email that left, as history has it: no demo writes to anybody. */
async function reply(
  tx: Tx,
  { organizationId, userId, name }: Whose,
  { id: responseId, contactId }: { id: string; contactId: string },
): Promise<void> {
  const contact = await tx.contact.findFirst({ where: { organizationId, id: contactId } })
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
  await writeEvents(tx, organizationId, [{ responseId, kind: 'replied', value }])
}
