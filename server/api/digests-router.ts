import { z } from 'zod'
import { listDigests } from '../digests/log'
import { listDigestChoices, switchDigest } from '../digests/preference'
import { DigestChoice, ListDigests, LoggedDigest, SwitchDigest } from '../digests/schema'
import { sendDigestPreview } from '../digests/send-preview'
import { one, page } from './envelope'
import { requireUser, router, scoped } from './trpc'

/** The week of an organization by mail: who gets it, and what became of it. */
export const digestsRouter = router({
  log: scoped('admin')
    .input(ListDigests)
    .output(page(LoggedDigest))
    .query(({ ctx, input }) => listDigests(ctx.organizationId, input)),

  /** To the signed-in person alone. */
  sendPreview: scoped('dashboard:read')
    .output(one(z.object({ email: z.string() })))
    .mutation(async ({ ctx }) => ({
      data: await sendDigestPreview(ctx.organizationId, requireUser(ctx.principal)),
    })),

  /** Of the signed-in person, for each of their organizations. */
  choices: scoped('dashboard:read')
    .output(one(z.array(DigestChoice)))
    .query(async ({ ctx }) => ({ data: await listDigestChoices(requireUser(ctx.principal)) })),

  switch: scoped('dashboard:read')
    .input(SwitchDigest)
    .output(one(SwitchDigest))
    .mutation(async ({ ctx, input }) => ({ data: await switchDigest(requireUser(ctx.principal), input) })),
})
