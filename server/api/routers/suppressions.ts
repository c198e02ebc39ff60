import { z } from 'zod'
import { blockAddresses } from '../../suppressions/block-addresses'
import { liftSuppression } from '../../suppressions/lift-suppression'
import { listSuppressions } from '../../suppressions/list-suppressions'
import {
  BlockAddresses,
  BlockedCounts,
  LiftSuppression,
  ListSuppressions,
  Suppression,
} from '../../suppressions/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

export const suppressionsRouter = router({
  list: scopedProcedure('contacts:read')
    .input(ListSuppressions)
    .output(page(Suppression))
    .query(async ({ ctx, input }) => listSuppressions(ctx.organizationId, input)),

  block: scopedProcedure('contacts:write')
    .input(BlockAddresses)
    .output(one(BlockedCounts))
    .mutation(async ({ ctx, input }) => ({ data: await blockAddresses(ctx.organizationId, input) })),

  lift: scopedProcedure('contacts:write')
    .input(LiftSuppression)
    .output(one(z.object({ id: Id, lifted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await liftSuppression(ctx.organizationId, input) })),
})
