import { z } from 'zod'
import {
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
  updateReplyTemplate,
} from '../../reply-templates/reply-templates'
import {
  CreateReplyTemplate,
  ListReplyTemplates,
  ReplyTemplate,
  UpdateReplyTemplate,
} from '../../reply-templates/schema'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const replyTemplatesRouter = router({
  list: scopedProcedure('dashboard:read')
    .input(ListReplyTemplates)
    .output(one(z.array(ReplyTemplate)))
    .query(async ({ ctx, input }) => ({ data: await listReplyTemplates(ctx.organizationId, input) })),

  create: scopedProcedure('admin')
    .input(CreateReplyTemplate)
    .output(one(ReplyTemplate))
    .mutation(async ({ ctx, input }) => ({ data: await createReplyTemplate(ctx.organizationId, input) })),

  update: scopedProcedure('admin')
    .input(UpdateReplyTemplate)
    .output(one(ReplyTemplate))
    .mutation(async ({ ctx, input }) => ({ data: await updateReplyTemplate(ctx.organizationId, input) })),

  delete: scopedProcedure('admin')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteReplyTemplate(ctx.organizationId, input.id) })),
})
