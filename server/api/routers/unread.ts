import { z } from 'zod'
import { MarkAllRead, OpenedResponse, RecordVisit, UnreadCounts } from '../../unread/schema'
import { isUnread, loadUnreadCounts, markAllRead, markOpened, recordVisit } from '../../unread/unread'
import { one } from './envelope'
import { requireUser, router, scopedProcedure } from './trpc'

const Recorded = one(z.object({ noted: z.literal(true) }))
const recorded = { data: { noted: true } } as const

export const unreadRouter = router({
  counts: scopedProcedure('dashboard:read')
    .output(one(UnreadCounts))
    .query(async ({ ctx }) => ({
      data: await loadUnreadCounts(ctx.organizationId, requireUser(ctx.principal).userId),
    })),

  recordVisit: scopedProcedure('dashboard:read')
    .input(RecordVisit)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await recordVisit(ctx.organizationId, requireUser(ctx.principal).userId, input)
      return recorded
    }),

  isNew: scopedProcedure('dashboard:read')
    .input(OpenedResponse)
    .output(one(z.object({ isNew: z.boolean() })))
    .query(async ({ ctx, input }) => ({
      data: { isNew: await isUnread(ctx.organizationId, requireUser(ctx.principal).userId, input.id) },
    })),

  recordOpened: scopedProcedure('dashboard:read')
    .input(OpenedResponse)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await markOpened(ctx.organizationId, requireUser(ctx.principal).userId, input.id)
      return recorded
    }),

  markAllSeen: scopedProcedure('dashboard:read')
    .input(MarkAllRead)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await markAllRead(ctx.organizationId, requireUser(ctx.principal).userId, input.shownAt)
      return recorded
    }),
})
