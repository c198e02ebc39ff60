import { z } from 'zod'
import { Timestamp } from '../../fields/schema'
import { getDailyUsage } from '../../organizations/daily-usage'
import { cancelOrganizationDeletion, requestOrganizationDeletion } from '../../organizations/organization-deletion'
import { getOrganization, updateOrganization } from '../../organizations/organizations'
import { getReviewLinks, updateReviewLinks } from '../../organizations/review-links'
import {
  DailyUsage,
  DeleteOrganization,
  Organization,
  ReviewLinkSettings,
  UpdateOrganization,
  UpdateReviewLinks,
} from '../../organizations/schema'
import { one } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const settingsRouter = router({
  get: scopedProcedure('admin')
    .output(one(Organization))
    .query(async ({ ctx }) => ({ data: await getOrganization(ctx.organizationId) })),

  update: scopedProcedure('admin')
    .input(UpdateOrganization)
    .output(one(Organization))
    .mutation(async ({ ctx, input }) => ({ data: await updateOrganization(ctx.organizationId, input) })),

  requestDeletion: userProcedure('organization:own')
    .input(DeleteOrganization)
    .output(one(z.object({ deletesAt: Timestamp })))
    .mutation(async ({ ctx, input }) => ({
      data: await requestOrganizationDeletion(ctx.organizationId, ctx.user, input),
    })),

  cancelDeletion: userProcedure('organization:own')
    .output(one(Organization))
    .mutation(async ({ ctx }) => {
      await cancelOrganizationDeletion(ctx.organizationId, ctx.user)
      return { data: await getOrganization(ctx.organizationId) }
    }),

  dailyUse: scopedProcedure('admin')
    .output(one(DailyUsage))
    .query(async ({ ctx }) => ({ data: await getDailyUsage(ctx.organizationId) })),

  reviewLinks: scopedProcedure('admin')
    .output(one(ReviewLinkSettings))
    .query(async ({ ctx }) => ({ data: await getReviewLinks(ctx.organizationId) })),

  updateReviewLinks: scopedProcedure('admin')
    .input(UpdateReviewLinks)
    .output(one(ReviewLinkSettings))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewLinks(ctx.organizationId, input) })),
})
