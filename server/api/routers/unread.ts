import { z } from 'zod'
import { MarkAllSeen, News, NoteVisit, OpenedResponse } from '../../unread/schema'
import { isNewTo, markAllSeen, noteOpened, noteVisit, readNews } from '../../unread/unread'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

const Recorded = one(z.object({ noted: z.literal(true) }))
const recorded = { data: { noted: true } } as const

export const visitsRouter = router({
  news: scoped('dashboard:read')
    .output(one(News))
    .query(async ({ ctx }) => ({ data: await readNews(ctx.organizationId, requireUser(ctx.principal).userId) })),

  note: scoped('dashboard:read')
    .input(NoteVisit)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await noteVisit(ctx.organizationId, requireUser(ctx.principal).userId, input)
      return recorded
    }),

  isNew: scoped('dashboard:read')
    .input(OpenedResponse)
    .output(one(z.object({ isNew: z.boolean() })))
    .query(async ({ ctx, input }) => ({
      data: { isNew: await isNewTo(ctx.organizationId, requireUser(ctx.principal).userId, input.id) },
    })),

  opened: scoped('dashboard:read')
    .input(OpenedResponse)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await noteOpened(ctx.organizationId, requireUser(ctx.principal).userId, input.id)
      return recorded
    }),

  markAllSeen: scoped('dashboard:read')
    .input(MarkAllSeen)
    .output(Recorded)
    .mutation(async ({ ctx, input }) => {
      await markAllSeen(ctx.organizationId, requireUser(ctx.principal).userId, input.shownAt)
      return recorded
    }),
})
