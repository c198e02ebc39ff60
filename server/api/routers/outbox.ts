import { z } from 'zod'
import { Id } from '../../fields/schema'
import {
  deleteCapturedMessages,
  getCapturedMessage,
  isCapturing,
  listCapturedMessages,
  type Reader,
} from '../../messaging/outbox'
import { CapturedMessage, CapturedMessageDetail, ListCapturedMessages } from '../../messaging/schema'
import type { Principal } from '../../principal'
import { one, page } from './envelope'
import { requireRole, requireUser, router, scoped } from './trpc'

const MAX_DELETED = 100

export const outboxRouter = router({
  status: scoped('dashboard:read')
    .output(one(z.object({ email: z.boolean(), sms: z.boolean() })))
    .query(() => ({ data: isCapturing() })),

  list: scoped('dashboard:read')
    .input(ListCapturedMessages)
    .output(page(CapturedMessage))
    .query(({ ctx, input }) => listCapturedMessages(ctx.organizationId, toReader(ctx.principal), input)),

  get: scoped('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(CapturedMessageDetail))
    .query(async ({ ctx, input }) => {
      return { data: await getCapturedMessage(ctx.organizationId, toReader(ctx.principal), input.id) }
    }),

  delete: scoped('dashboard:read')
    .input(z.object({ ids: z.array(Id).min(1).max(MAX_DELETED) }))
    .output(one(z.object({ deleted: z.number().int() })))
    .mutation(async ({ ctx, input }) => {
      return { data: await deleteCapturedMessages(ctx.organizationId, toReader(ctx.principal), input.ids) }
    }),
})

function toReader(principal: Principal): Reader {
  return { role: requireRole(principal), userId: requireUser(principal).userId }
}
