import { compareSubjects } from '../../comparison/compare-subjects'
import {
  SubjectComparison,
  SubjectComparisonQuery,
  SubjectOverview,
  SubjectOverviewQuery,
} from '../../comparison/schema'
import { getSubjectOverview } from '../../comparison/subject-overview'
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

  subject: scopedProcedure('dashboard:read')
    .input(SubjectOverviewQuery)
    .output(one(SubjectOverview))
    .query(async ({ ctx, input }) => ({ data: await getSubjectOverview(ctx.organizationId, input) })),

  compare: scopedProcedure('dashboard:read')
    .input(SubjectComparisonQuery)
    .output(one(SubjectComparison))
    .query(async ({ ctx, input }) => ({ data: await compareSubjects(ctx.organizationId, input) })),

  drivers: scopedProcedure('dashboard:read')
    .input(OverviewQuery)
    .output(one(ScoreDrivers))
    .query(async ({ ctx, input }) => ({ data: await getScoreDrivers(ctx.organizationId, input) })),
})
