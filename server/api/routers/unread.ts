import { z } from 'zod'
import { MarkAllRead, RecordVisit, ResponseIdInput, UnreadCounts } from '../../unread/schema'
import { isResponseUnread, loadUnreadCounts, markAllRead, markResponseOpened, recordVisit } from '../../unread/unread'
import { one } from './envelope'
import { router, userProcedure } from './trpc'

const Recorded = one(z.object({ noted: z.literal(true) }))
const recorded = { data: { noted: true } } as const

export const unreadRouter = router({
  counts: userProcedure('dashboard:read')
    .output(one(UnreadCounts))
    .query(async ({ ctx }) => ({ data: await loadUnreadCounts(ctx.organizationId, ctx.user.userId) })),

  recordVisit: userProcedure('dashboard:read')
    .input(RecordVisit)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await recordVisit(ctx.organizationId, ctx.user.userId, input)
      return recorded
    }),

  isNew: userProcedure('dashboard:read')
    .input(ResponseIdInput)
    .output(one(z.object({ isNew: z.boolean() })))
    .query(async ({ ctx, input }) => ({
      data: { isNew: await isResponseUnread(ctx.organizationId, ctx.user.userId, input.id) },
    })),

  recordOpened: userProcedure('dashboard:read')
    .input(ResponseIdInput)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await markResponseOpened(ctx.organizationId, ctx.user.userId, input.id)
      return recorded
    }),

  markAllSeen: userProcedure('dashboard:read')
    .input(MarkAllRead)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await markAllRead(ctx.organizationId, ctx.user.userId, input.shownAt)
      return recorded
    }),
})
