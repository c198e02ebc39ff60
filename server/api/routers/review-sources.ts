import { z } from 'zod'
import { connectSource, reconnectSource } from '../../reviews/connections/connect-source'
import { startGoogleConsent } from '../../reviews/connections/google-consent'
import {
  listGooglePlacesOfConsent,
  listPlacesWithUsageForSource,
} from '../../reviews/connections/list-places-with-usage'
import {
  disconnectSource,
  getSource,
  listSources,
  requestSync,
  updateSource,
} from '../../reviews/connections/manage-review-sources'
import { previewSite } from '../../reviews/connections/resolve-site-credentials-and-config'
import {
  ConnectSource,
  DisconnectSource,
  GoogleConsentUrl,
  PlaceWithUsage,
  PreviewSite,
  ReconnectSource,
  ReviewSource,
  SitePreview,
  StartGoogleConsent,
  UpdateSource,
} from '../../reviews/connections/schema'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { type ApiContext, requireUser, router, scopedProcedure } from './trpc'

const ById = z.object({ id: Id })

export const reviewSourcesRouter = router({
  list: scopedProcedure('admin')
    .output(one(z.array(ReviewSource)))
    .query(async ({ ctx }) => ({ data: await listSources(ctx.organizationId) })),

  get: scopedProcedure('admin')
    .input(ById)
    .output(one(ReviewSource))
    .query(async ({ ctx, input }) => ({ data: await getSource(ctx.organizationId, input.id) })),

  inspectSite: scopedProcedure('admin')
    .input(PreviewSite)
    .output(one(SitePreview))
    .mutation(async ({ ctx, input }) => ({ data: await previewSite(toPerson(ctx), input) })),

  connect: scopedProcedure('admin')
    .input(ConnectSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await connectSource(toPerson(ctx), input) })),

  beginGoogle: scopedProcedure('admin')
    .input(StartGoogleConsent)
    .output(one(GoogleConsentUrl))
    .mutation(async ({ ctx, input }) => ({ data: await startGoogleConsent(toPerson(ctx), input.sourceId ?? null) })),

  consentedPlaces: scopedProcedure('admin')
    .input(ById)
    .output(one(z.array(PlaceWithUsage)))
    .query(async ({ ctx, input }) => ({ data: await listGooglePlacesOfConsent(toPerson(ctx), input.id) })),

  places: scopedProcedure('admin')
    .input(ById)
    .output(one(z.array(PlaceWithUsage)))
    .mutation(async ({ ctx, input }) => ({ data: await listPlacesWithUsageForSource(ctx.organizationId, input.id) })),

  update: scopedProcedure('admin')
    .input(UpdateSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await updateSource(ctx.organizationId, input) })),

  syncNow: scopedProcedure('admin')
    .input(ById)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await requestSync(ctx.organizationId, input.id) })),

  reconnect: scopedProcedure('admin')
    .input(ReconnectSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await reconnectSource(ctx.organizationId, input) })),

  disconnect: scopedProcedure('admin')
    .input(DisconnectSource)
    .output(one(z.object({ id: Id, reviews: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await disconnectSource(ctx.organizationId, input) })),
})

function toPerson({ principal }: Pick<ApiContext, 'principal'>) {
  const { userId } = requireUser(principal)
  return { organizationId: principal.organizationId, userId }
}
