import { z } from 'zod'
import { Id } from '../fields/schema'
import { getDailyUse } from '../organizations/daily-use'
import { createLocation, deleteLocation, listLocations, updateLocation } from '../organizations/locations'
import { getOrganization, updateOrganization } from '../organizations/organizations'
import { getReviewLinks, updateReviewLinks } from '../organizations/review-links'
import {
  CreateLocation,
  DailyUse,
  Location,
  Organization,
  ReviewLinkSettings,
  UpdateLocation,
  UpdateOrganization,
  UpdateReviewLinks,
} from '../organizations/schema'
import { one } from './envelope'
import { router, scoped } from './trpc'

/** The organization's settings. Reading which locations there are is everybody's; the rest is for owners and admins. */
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

  locations: scoped('dashboard:read')
    .output(one(z.array(Location)))
    .query(async ({ ctx }) => ({ data: await listLocations(ctx.organizationId) })),

  createLocation: scoped('admin')
    .input(CreateLocation)
    .output(one(Location))
    .mutation(async ({ ctx, input }) => ({ data: await createLocation(ctx.organizationId, input) })),

  updateLocation: scoped('admin')
    .input(UpdateLocation)
    .output(one(Location))
    .mutation(async ({ ctx, input }) => ({ data: await updateLocation(ctx.organizationId, input) })),

  deleteLocation: scoped('admin')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteLocation(ctx.organizationId, input.id) })),
})
