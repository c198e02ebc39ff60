import { getOverview } from '../../overview/overview'
import { Overview, OverviewQuery, ScoreDrivers } from '../../overview/schema'
import { getScoreDrivers } from '../../overview/score-drivers'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const overviewRouter = router({
  get: scopedProcedure('dashboard:read')
    .input(OverviewQuery)
    .output(one(Overview))
    .query(async ({ ctx, input }) => ({ data: await getOverview(ctx.organizationId, input) })),

  drivers: scopedProcedure('dashboard:read')
    .input(OverviewQuery)
    .output(one(ScoreDrivers))
    .query(async ({ ctx, input }) => ({ data: await getScoreDrivers(ctx.organizationId, input) })),
})
