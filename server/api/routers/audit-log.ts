import { z } from 'zod'
import { listAuditActors, listAuditEvents } from '../../audit/list-audit-events'
import { AuditActor, AuditEventPage, ListAuditEvents } from '../../audit/schema'
import { resolveFilterDates } from '../../time-zones'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const auditLogRouter = router({
  list: scopedProcedure('admin')
    .input(ListAuditEvents)
    .output(one(AuditEventPage))
    .query(async ({ ctx, input }) => {
      const dates = await resolveFilterDates(ctx.organizationId, input)
      return { data: await listAuditEvents(ctx.organizationId, { ...input, ...dates }) }
    }),

  actors: scopedProcedure('admin')
    .output(one(z.array(AuditActor)))
    .query(async ({ ctx }) => ({ data: await listAuditActors(ctx.organizationId) })),
})
