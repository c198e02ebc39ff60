import { db } from '../../db'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runSendingsAndReadState } from '../../testing/sendings'
import type { Mailbox } from '../../testing/servers/mailbox'

export const readSendingSteps = (sendingId: string) =>
  db.sendingStep.findMany({ where: { sendingId }, orderBy: [{ endedAt: 'asc' }, { position: 'asc' }] })
export const readSending = (id: string) => db.sending.findUniqueOrThrow({ where: { id } })

export type SendingFixture = Awaited<ReturnType<ReturnType<typeof createSendingFactory>>>

export function createSendingFactory(mailbox: Mailbox) {
  return async (
    steps: Parameters<typeof aSequence>[1],
    organization: Parameters<typeof anOrganization>[0] = {},
    contactData: Parameters<typeof aContact>[1] = {},
  ) => {
    const organizationId = await anOrganization(organization)
    const contact = await aContact(organizationId, contactData)
    const sequence = await aSequence(organizationId, steps)
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    const run = () => runSendingsAndReadState(organizationId, sending.id)
    return { organizationId, contact, sequence, sending, run, mails: () => mailbox.to(contact.email) }
  }
}
