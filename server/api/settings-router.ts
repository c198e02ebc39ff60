import { getDailyUse } from '../organizations/daily-use'
import { getOrganization, updateOrganization } from '../organizations/organizations'
import { getReviewLinks, updateReviewLinks } from '../organizations/review-links'
import {
  DailyUse,
  Organization,
  ReviewLinkSettings,
  UpdateOrganization,
  UpdateReviewLinks,
} from '../organizations/schema'
import { one } from './envelope'
import { router, scoped } from './trpc'

/** The organization's settings, for owners and admins. */
export const settingsRouter = router({
  get: scoped('admin')
    .output(one(Organization))
    .query(async ({ ctx }) => ({ data: await getOrganization(ctx.organizationId) })),

  update: scoped('admin')
    .input(UpdateOrganization)
    .output(one(Organization))
    .mutation(async ({ ctx, input }) => ({ data: await updateOrganization(ctx.organizationId, input) })),

  dailyUse: scoped('admin')
    .output(one(DailyUse))
    .query(async ({ ctx }) => ({ data: await getDailyUse(ctx.organizationId) })),

  reviewLinks: scoped('admin')
    .output(one(ReviewLinkSettings))
    .query(async ({ ctx }) => ({ data: await getReviewLinks(ctx.organizationId) })),

  updateReviewLinks: scoped('admin')
    .input(UpdateReviewLinks)
    .output(one(ReviewLinkSettings))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewLinks(ctx.organizationId, input) })),
})
