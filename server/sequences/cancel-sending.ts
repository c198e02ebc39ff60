import { cancelSendings } from '../contacts/cancel-sendings'
import { NotFound, SendingEnded } from '../errors'
import { lockRow } from '../locks'
import { transact } from '../unit-of-work'
import { SendingStatus } from './schema'
import type { SendingDetail } from './sending/schema'
import { getSending } from './sendings'

/**
 * Cancels what has not left of a sending. A message that is being sent goes out, and its outcome is recorded. Cancelling a cancelled
 * sending changes nothing.
 * @throws {NotFound}
 * @throws {SendingEnded} if it was completed
 */
export async function cancelSending(organizationId: string, id: string): Promise<SendingDetail> {
  await transact(async ({ tx }) => {
    await lockRow(tx, 'sending', organizationId, id)
    const sending = await tx.sending.findUnique({ where: { id, organizationId }, select: { status: true } })
    if (!sending) throw new NotFound('sending')
    const status = SendingStatus.parse(sending.status)
    if (status === 'completed') throw new SendingEnded(status)
    if (status !== 'cancelled') await cancelSendings(tx, organizationId, [id], 'cancelled')
  })
  return getSending(organizationId, id)
}
