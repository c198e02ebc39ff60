import { z } from 'zod'
import {
  deleteOutboxMessages,
  getOutboxChannels,
  getOutboxMessage,
  listOutboxMessages,
  type OutboxViewer,
} from '../../messaging/outbox'
import { ListOutboxMessages, OutboxMessage, OutboxMessageDetail } from '../../messaging/schema'
import type { Principal } from '../../principal'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { getRoleOrThrow, requireUser, router, scopedProcedure } from './trpc'

const MAX_DELETED = 100

export const outboxRouter = router({
  status: scopedProcedure('dashboard:read')
    .output(one(z.object({ email: z.boolean(), sms: z.boolean() })))
    .query(() => ({ data: getOutboxChannels() })),

  list: scopedProcedure('dashboard:read')
    .input(ListOutboxMessages)
    .output(page(OutboxMessage))
    .query(({ ctx, input }) => listOutboxMessages(ctx.organizationId, toReader(ctx.principal), input)),

  get: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(OutboxMessageDetail))
    .query(async ({ ctx, input }) => {
      return { data: await getOutboxMessage(ctx.organizationId, toReader(ctx.principal), input.id) }
    }),

  delete: scopedProcedure('dashboard:read')
    .input(z.object({ ids: z.array(Id).min(1).max(MAX_DELETED) }))
    .output(one(z.object({ deleted: z.number().int() })))
    .mutation(async ({ ctx, input }) => {
      return { data: await deleteOutboxMessages(ctx.organizationId, toReader(ctx.principal), input.ids) }
    }),
})

function toReader(principal: Principal): OutboxViewer {
  return { role: getRoleOrThrow(principal), userId: requireUser(principal).userId }
}
