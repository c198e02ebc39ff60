import { z } from 'zod'
import { checkLinkDomain } from '../../link-domains/check-link-domain'
import { createLinkDomain, deleteLinkDomain, getLinkDomainSettings } from '../../link-domains/link-domains'
import { CreateLinkDomain, LinkDomain, LinkDomainSettings } from '../../link-domains/schema'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const linkDomainRouter = router({
  get: scopedProcedure('admin')
    .output(one(LinkDomainSettings))
    .query(async ({ ctx }) => ({ data: await getLinkDomainSettings(ctx.organizationId) })),

  create: scopedProcedure('admin')
    .input(CreateLinkDomain)
    .output(one(LinkDomain))
    .mutation(async ({ ctx, input }) => ({ data: await createLinkDomain(ctx.organizationId, input) })),

  delete: scopedProcedure('admin')
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx }) => ({ data: await deleteLinkDomain(ctx.organizationId) })),

  check: scopedProcedure('admin')
    .output(one(LinkDomain))
    .mutation(async ({ ctx }) => ({ data: await checkLinkDomain(ctx.organizationId) })),
})
