import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../db'
import { anEmailAddress } from '../testing/factories/basics'
import { sendOrAwaitSystemEmail } from './send-system-email'

it('an email that the queue has claimed first is reported as sent once the queue has sent it', async () => {
  const user = await db.user.create({ data: { email: anEmailAddress(), name: 'Ada' } })
  const at = new Date()
  const claim = { id: uuidv7(), kind: 'verification', userId: user.id, dueAt: at, claimedAt: at, firstTriedAt: at }
  const { id } = await db.systemEmail.create({ data: claim })

  const state = sendOrAwaitSystemEmail(id)
  await db.systemEmail.update({ where: { id }, data: { sentAt: at, endedAt: at } })

  expect(await state).toEqual({ state: 'ended', isSent: true })
})
