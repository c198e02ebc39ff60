import { db } from '../db'
import { sendingQueue } from '../sequences/sending/sending-queue'
import { runQueue } from './queues'

/** State of a sending's row after a run. */
export type SendingState = { state: 'ended' } | { state: 'waiting'; until: Date } | { state: 'paused' }

/** Processes due work of an organization with the service's loop, like a separate process: also concurrently with another run. */
export async function runSendings(organizationId: string): Promise<void> {
  await runQueue(sendingQueue, organizationId)
}

export async function readSendingState(sendingId: string): Promise<SendingState> {
  const { endedAt, dueAt } = await db.sending.findUniqueOrThrow({ where: { id: sendingId } })
  if (endedAt !== null) return { state: 'ended' }
  return dueAt === null ? { state: 'paused' } : { state: 'waiting', until: dueAt }
}

export async function runSendingsAndReadState(organizationId: string, sendingId: string): Promise<SendingState> {
  await runSendings(organizationId)
  return readSendingState(sendingId)
}
