import { z } from 'zod'
import { CreateSharedResults, SharedResults, SharedResultsReference } from '../../shared-results/schema'
import { createSharedResults, listSharedResults, revokeSharedResults } from '../../shared-results/shared-results'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, userProcedure } from './trpc'

export const sharedResultsRouter = router({
  list: userProcedure('surveys:write')
    .input(z.object({ id: Id }))
    .output(one(z.array(SharedResults)))
    .query(async ({ ctx, input }) => ({ data: await listSharedResults(ctx.organizationId, input.id) })),

  create: userProcedure('surveys:write')
    .input(CreateSharedResults)
    .output(one(SharedResults))
    .mutation(async ({ ctx, input }) => ({ data: await createSharedResults(ctx.organizationId, input, ctx.user) })),

  revoke: userProcedure('surveys:write')
    .input(SharedResultsReference)
    .output(one(z.object({ id: Id, revoked: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await revokeSharedResults(ctx.organizationId, input) })),
})
