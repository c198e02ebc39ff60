import { db } from '../db'
import { QueueRun } from '../jobs/run-queue'
import { sendingQueue } from '../sequences/sending/sending-queue'

/** Where a sending is after a run, as its row says. */
export type SendingState = { state: 'ended' } | { state: 'waiting'; until: Date } | { state: 'parked' }

/** Runs what is due of an organization with the loop of the service, as a process of its own would: also beside another run. */
export async function runSendings(organizationId: string): Promise<void> {
  await new QueueRun(sendingQueue, organizationId, sendingQueue.budgetMs, () => undefined).ended
}

export async function sendingState(sendingId: string): Promise<SendingState> {
  const { endedAt, dueAt } = await db.sending.findUniqueOrThrow({ where: { id: sendingId } })
  if (endedAt !== null) return { state: 'ended' }
  return dueAt === null ? { state: 'parked' } : { state: 'waiting', until: dueAt }
}

/** {@link runSendings}. @returns where this sending is then */
export async function runSending(organizationId: string, sendingId: string): Promise<SendingState> {
  await runSendings(organizationId)
  return sendingState(sendingId)
}
