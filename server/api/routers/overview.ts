import { getOverview } from '../../overview/overview'
import { Drivers, Overview, OverviewQuery } from '../../overview/schema'
import { getDrivers } from '../../overview/score-drivers'
import { one } from './envelope'
import { router, scoped } from './trpc'

export const overviewRouter = router({
  get: scoped('dashboard:read')
    .input(OverviewQuery)
    .output(one(Overview))
    .query(async ({ ctx, input }) => ({ data: await getOverview(ctx.organizationId, input) })),

  drivers: scoped('dashboard:read')
    .input(OverviewQuery)
    .output(one(Drivers))
    .query(async ({ ctx, input }) => ({ data: await getDrivers(ctx.organizationId, input) })),
})
