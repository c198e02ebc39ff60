import { z } from 'zod'
import { Id } from '../../fields/schema'
import {
  deleteCapturedMessages,
  getCapturedMessage,
  getCapturingChannels,
  listCapturedMessages,
  type OutboxReader,
} from '../../messaging/outbox'
import { CapturedMessage, CapturedMessageDetail, ListCapturedMessages } from '../../messaging/schema'
import type { Principal } from '../../principal'
import { one, page } from './envelope'
import { requireRole, requireUser, router, scopedProcedure } from './trpc'

const MAX_DELETED = 100

export const outboxRouter = router({
  status: scopedProcedure('dashboard:read')
    .output(one(z.object({ email: z.boolean(), sms: z.boolean() })))
    .query(() => ({ data: getCapturingChannels() })),

  list: scopedProcedure('dashboard:read')
    .input(ListCapturedMessages)
    .output(page(CapturedMessage))
    .query(({ ctx, input }) => listCapturedMessages(ctx.organizationId, toReader(ctx.principal), input)),

  get: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(CapturedMessageDetail))
    .query(async ({ ctx, input }) => {
      return { data: await getCapturedMessage(ctx.organizationId, toReader(ctx.principal), input.id) }
    }),

  delete: scopedProcedure('dashboard:read')
    .input(z.object({ ids: z.array(Id).min(1).max(MAX_DELETED) }))
    .output(one(z.object({ deleted: z.number().int() })))
    .mutation(async ({ ctx, input }) => {
      return { data: await deleteCapturedMessages(ctx.organizationId, toReader(ctx.principal), input.ids) }
    }),
})

function toReader(principal: Principal): OutboxReader {
  return { role: requireRole(principal), userId: requireUser(principal).userId }
}
