import { z } from 'zod'
import { listDigests } from '../../digests/digest-log'
import { listDigestPreferences, switchDigest } from '../../digests/digest-preference'
import { DigestLogEntry, DigestPreference, ListDigests, SwitchDigest } from '../../digests/schema'
import { sendDigestPreview } from '../../digests/send-digest-preview'
import { one, page } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const digestsRouter = router({
  log: scopedProcedure('admin')
    .input(ListDigests)
    .output(page(DigestLogEntry))
    .query(({ ctx, input }) => listDigests(ctx.organizationId, input)),

  sendPreview: userProcedure('dashboard:read')
    .output(one(z.object({ email: z.string() })))
    .mutation(async ({ ctx }) => ({ data: await sendDigestPreview(ctx.organizationId, ctx.user) })),

  choices: userProcedure('dashboard:read')
    .output(one(z.array(DigestPreference)))
    .query(async ({ ctx }) => ({ data: await listDigestPreferences(ctx.user) })),

  switch: userProcedure('dashboard:read')
    .input(SwitchDigest)
    .output(one(SwitchDigest))
    .mutation(async ({ ctx, input }) => ({ data: await switchDigest(ctx.user, input) })),
})
