import { z } from 'zod'
import { Id } from '../../fields/schema'
import { connectSource, reconnectSource } from '../../reviews/connections/connect-source'
import { beginGoogleConsent } from '../../reviews/connections/google-consent'
import { listConsentedPlaces, listSourcePlaces } from '../../reviews/connections/list-available-places'
import { lookAtSite } from '../../reviews/connections/resolve-connection'
import {
  BeginConsent,
  ConnectSource,
  Consent,
  DisconnectSource,
  FoundPlace,
  LookAtSite,
  ReconnectSource,
  ReviewSource,
  SiteFound,
  UpdateSource,
} from '../../reviews/connections/schema'
import { disconnectSource, getSource, listSources, syncNow, updateSource } from '../../reviews/connections/sources'
import { one } from './envelope'
import { type Context, requireUser, router, scoped } from './trpc'

const ById = z.object({ id: Id })

export const reviewSourcesRouter = router({
  list: scoped('admin')
    .output(one(z.array(ReviewSource)))
    .query(async ({ ctx }) => ({ data: await listSources(ctx.organizationId) })),

  get: scoped('admin')
    .input(ById)
    .output(one(ReviewSource))
    .query(async ({ ctx, input }) => ({ data: await getSource(ctx.organizationId, input.id) })),

  look: scoped('admin')
    .input(LookAtSite)
    .output(one(SiteFound))
    .mutation(async ({ ctx, input }) => ({ data: await lookAtSite(toPerson(ctx), input) })),

  connect: scoped('admin')
    .input(ConnectSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await connectSource(toPerson(ctx), input) })),

  beginGoogle: scoped('admin')
    .input(BeginConsent)
    .output(one(Consent))
    .mutation(async ({ ctx, input }) => ({
      data: await beginGoogleConsent(toPerson(ctx), input.sourceId ?? null),
    })),

  consentedPlaces: scoped('admin')
    .input(ById)
    .output(one(z.array(FoundPlace)))
    .query(async ({ ctx, input }) => ({ data: await listConsentedPlaces(toPerson(ctx), input.id) })),

  places: scoped('admin')
    .input(ById)
    .output(one(z.array(FoundPlace)))
    .mutation(async ({ ctx, input }) => ({ data: await listSourcePlaces(ctx.organizationId, input.id) })),

  update: scoped('admin')
    .input(UpdateSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await updateSource(ctx.organizationId, input) })),

  syncNow: scoped('admin')
    .input(ById)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await syncNow(ctx.organizationId, input.id) })),

  reconnect: scoped('admin')
    .input(ReconnectSource)
    .output(one(ReviewSource))
    .mutation(async ({ ctx, input }) => ({ data: await reconnectSource(ctx.organizationId, input) })),

  disconnect: scoped('admin')
    .input(DisconnectSource)
    .output(one(z.object({ id: Id, reviews: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await disconnectSource(ctx.organizationId, input) })),
})

function toPerson({ principal }: Pick<Context, 'principal'>) {
  const { userId } = requireUser(principal)
  return { organizationId: principal.organizationId, userId }
}
