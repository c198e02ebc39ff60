import { z } from 'zod'
import { listDigests } from '../../digests/digest-log'
import { listDigestChoices, switchDigest } from '../../digests/digest-preference'
import { DigestChoice, ListDigests, LoggedDigest, SwitchDigest } from '../../digests/schema'
import { sendDigestPreview } from '../../digests/send-digest-preview'
import { one, page } from './envelope'
import { requireUser, router, scoped } from './trpc'

export const digestsRouter = router({
  log: scoped('admin')
    .input(ListDigests)
    .output(page(LoggedDigest))
    .query(({ ctx, input }) => listDigests(ctx.organizationId, input)),

  sendPreview: scoped('dashboard:read')
    .output(one(z.object({ email: z.string() })))
    .mutation(async ({ ctx }) => ({
      data: await sendDigestPreview(ctx.organizationId, requireUser(ctx.principal)),
    })),

  choices: scoped('dashboard:read')
    .output(one(z.array(DigestChoice)))
    .query(async ({ ctx }) => ({ data: await listDigestChoices(requireUser(ctx.principal)) })),

  switch: scoped('dashboard:read')
    .input(SwitchDigest)
    .output(one(SwitchDigest))
    .mutation(async ({ ctx, input }) => ({ data: await switchDigest(requireUser(ctx.principal), input) })),
})
