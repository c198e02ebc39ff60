import { SendingHealth } from '../../sending-health/schema'
import { getSendingHealth } from '../../sending-health/sending-health'
import { resumeSending } from '../../sending-health/stop-sending'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const sendingHealthRouter = router({
  get: scopedProcedure('admin')
    .output(one(SendingHealth))
    .query(async ({ ctx }) => ({ data: await getSendingHealth(ctx.organizationId) })),

  resume: scopedProcedure('admin')
    .output(one(SendingHealth))
    .mutation(async ({ ctx }) => {
      await resumeSending(ctx.organizationId)
      return { data: await getSendingHealth(ctx.organizationId) }
    }),
})
