import { z } from 'zod'
import { Id } from '../../fields/schema'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from '../../reply-templates/reply-templates'
import { CreateTemplate, ListTemplates, ReplyTemplate, UpdateTemplate } from '../../reply-templates/schema'
import { one } from './envelope'
import { router, scoped } from './trpc'

export const replyTemplatesRouter = router({
  list: scoped('dashboard:read')
    .input(ListTemplates)
    .output(one(z.array(ReplyTemplate)))
    .query(async ({ ctx, input }) => ({ data: await listTemplates(ctx.organizationId, input) })),

  create: scoped('admin')
    .input(CreateTemplate)
    .output(one(ReplyTemplate))
    .mutation(async ({ ctx, input }) => ({ data: await createTemplate(ctx.organizationId, input) })),

  update: scoped('admin')
    .input(UpdateTemplate)
    .output(one(ReplyTemplate))
    .mutation(async ({ ctx, input }) => ({ data: await updateTemplate(ctx.organizationId, input) })),

  delete: scoped('admin')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteTemplate(ctx.organizationId, input.id) })),
})
