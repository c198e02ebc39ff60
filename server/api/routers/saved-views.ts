import { z } from 'zod'
import { Id } from '../../validation/schema'
import { createSavedView, deleteView, listViews } from '../../views/saved-views'
import { CreateSavedView, ListSavedViews, SavedView } from '../../views/schema'
import { one } from './envelope'
import { router, userProcedure } from './trpc'

export const savedViewsRouter = router({
  list: userProcedure('dashboard:read')
    .input(ListSavedViews)
    .output(one(z.array(SavedView)))
    .query(async ({ ctx, input }) => ({ data: await listViews(ctx.organizationId, ctx.user.userId, input.list) })),

  save: userProcedure('dashboard:read')
    .input(CreateSavedView)
    .output(one(SavedView))
    .mutation(async ({ ctx, input }) => ({ data: await createSavedView(ctx.organizationId, ctx.user.userId, input) })),

  delete: userProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteView(ctx.organizationId, ctx.user.userId, input.id) })),
})
