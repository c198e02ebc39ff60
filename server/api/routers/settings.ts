import { z } from 'zod'
import { getDailyMessageUsage } from '../../organizations/daily-message-usage'
import { cancelOrganizationDeletion, requestOrganizationDeletion } from '../../organizations/organization-deletion'
import { getOrganization, updateOrganization } from '../../organizations/organizations'
import { getReviewLinkSettings, updateReviewLinkSettings } from '../../organizations/review-links'
import {
  DailyMessageUsage,
  Organization,
  RequestOrganizationDeletion,
  ReviewLinkSettings,
  UpdateOrganization,
  UpdateReviewLinkSettings,
} from '../../organizations/schema'
import { Timestamp } from '../../validation/schema'
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
    .input(RequestOrganizationDeletion)
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
    .output(one(DailyMessageUsage))
    .query(async ({ ctx }) => ({ data: await getDailyMessageUsage(ctx.organizationId) })),

  reviewLinks: scopedProcedure('admin')
    .output(one(ReviewLinkSettings))
    .query(async ({ ctx }) => ({ data: await getReviewLinkSettings(ctx.organizationId) })),

  updateReviewLinks: scopedProcedure('admin')
    .input(UpdateReviewLinkSettings)
    .output(one(ReviewLinkSettings))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewLinkSettings(ctx.organizationId, input) })),
})
