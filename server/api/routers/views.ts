import { z } from 'zod'
import { Id } from '../../fields/schema'
import { deleteView, listViews, saveView } from '../../views/saved-views'
import { ListViews, SaveView, View } from '../../views/schema'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

export const viewsRouter = router({
  list: scoped('dashboard:read')
    .input(ListViews)
    .output(one(z.array(View)))
    .query(async ({ ctx, input }) => ({
      data: await listViews(ctx.organizationId, requireUser(ctx.principal).userId, input.list),
    })),

  save: scoped('dashboard:read')
    .input(SaveView)
    .output(one(View))
    .mutation(async ({ ctx, input }) => ({
      data: await saveView(ctx.organizationId, requireUser(ctx.principal).userId, input),
    })),

  delete: scoped('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({
      data: await deleteView(ctx.organizationId, requireUser(ctx.principal).userId, input.id),
    })),
})
