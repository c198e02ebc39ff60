import { z } from 'zod'
import { Timestamp } from '../../fields/schema'
import { getDailyUse } from '../../organizations/daily-usage'
import { askForOrganizationDeletion, keepOrganization } from '../../organizations/organization-deletion'
import { getOrganization, updateOrganization } from '../../organizations/organizations'
import { getReviewLinks, updateReviewLinks } from '../../organizations/review-links'
import {
  DailyUse,
  DeleteOrganization,
  Organization,
  ReviewLinkSettings,
  UpdateOrganization,
  UpdateReviewLinks,
} from '../../organizations/schema'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

export const settingsRouter = router({
  get: scoped('admin')
    .output(one(Organization))
    .query(async ({ ctx }) => ({ data: await getOrganization(ctx.organizationId) })),

  update: scoped('admin')
    .input(UpdateOrganization)
    .output(one(Organization))
    .mutation(async ({ ctx, input }) => ({ data: await updateOrganization(ctx.organizationId, input) })),

  askForDeletion: scoped('organization:own')
    .input(DeleteOrganization)
    .output(one(z.object({ deletesAt: Timestamp })))
    .mutation(async ({ ctx, input }) => ({
      data: await askForOrganizationDeletion(ctx.organizationId, requireUser(ctx.principal), input),
    })),

  keep: scoped('organization:own')
    .output(one(Organization))
    .mutation(async ({ ctx }) => {
      await keepOrganization(ctx.organizationId, requireUser(ctx.principal))
      return { data: await getOrganization(ctx.organizationId) }
    }),

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
