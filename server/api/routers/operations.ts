import { countFaults, getOperations } from '../../operations/operations'
import { FaultCount, Operations } from '../../operations/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const operationsRouter = router({
  get: scopedProcedure('admin')
    .output(one(Operations))
    .query(async ({ ctx }) => ({ data: await getOperations(ctx.organizationId) })),

  faults: scopedProcedure('admin')
    .output(one(FaultCount))
    .query(async ({ ctx }) => ({ data: await countFaults(ctx.organizationId) })),
})
