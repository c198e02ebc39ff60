import { db } from '@/server/db'
import { receiveMailEvents } from '@/server/message-events/intake/receive-mail-events'

/* A separate process that receives the events of a mail provider, and reports when it would have answered. Made to be killed. */

export type MailEventRequest = { intakeId: string; headers: Record<string, string>; body: string }

process.on('message', ({ intakeId, headers, body }: MailEventRequest) => {
  const receive = async () => {
    const intake = await db.mailEventIntake.findUniqueOrThrow({ where: { id: intakeId } })
    return receiveMailEvents(intake, { headers: new Headers(headers), body: Buffer.from(body) })
  }
  receive().then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  )
})
await db.mailEventIntake.count({ where: { provider: 'none' } })
process.send?.('ready')
// The parent may die before it ends this process.
process.once('disconnect', () => process.exit())
