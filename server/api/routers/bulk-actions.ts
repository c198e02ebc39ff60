import { z } from 'zod'
import { cancelBulkAction, undoBulkAction } from '../../bulk-actions/cancel-or-undo-bulk-action'
import { getBulkAction, listBulkActions, listSkippedContacts } from '../../bulk-actions/present-bulk-action'
import { previewBulkAction } from '../../bulk-actions/preview-bulk-action'
import {
  BulkAction,
  BulkActionPreview,
  EraseContacts,
  ListBulkActions,
  ListSkippedContacts,
  PreviewBulkAction,
  SkippedContact,
  StartBulkAction,
} from '../../bulk-actions/schema'
import { startBulkAction } from '../../bulk-actions/start-bulk-action'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { type ApiContext, router, scopedProcedure } from './trpc'

const ById = z.object({ id: Id })

type Caller = { organizationId: string; locale: ApiContext['locale'] | undefined }

async function present({ organizationId, locale = 'en' }: Caller, id: string) {
  return { data: await getBulkAction(organizationId, id, locale) }
}

export const bulkActionsRouter = router({
  preview: scopedProcedure('contacts:read')
    .input(PreviewBulkAction)
    .output(one(BulkActionPreview))
    .query(async ({ ctx, input }) => ({ data: await previewBulkAction(ctx.organizationId, input) })),

  start: scopedProcedure('contacts:write')
    .input(StartBulkAction)
    .output(one(BulkAction))
    .mutation(async ({ ctx, input: { action, selection } }) =>
      present(ctx, await startBulkAction(ctx.organizationId, action, selection)),
    ),

  erase: scopedProcedure('admin')
    .input(EraseContacts)
    .output(one(BulkAction))
    .mutation(async ({ ctx, input: { selection } }) =>
      present(ctx, await startBulkAction(ctx.organizationId, { type: 'erase' }, selection)),
    ),

  list: scopedProcedure('contacts:read')
    .input(ListBulkActions)
    .output(page(BulkAction))
    .query(async ({ ctx, input }) => listBulkActions(ctx.organizationId, input, ctx.locale ?? 'en')),

  get: scopedProcedure('contacts:read')
    .input(ById)
    .output(one(BulkAction))
    .query(async ({ ctx, input }) => present(ctx, input.id)),

  listSkipped: scopedProcedure('contacts:read')
    .input(ListSkippedContacts)
    .output(page(SkippedContact))
    .query(async ({ ctx, input }) => listSkippedContacts(ctx.organizationId, input)),

  cancel: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(BulkAction))
    .mutation(async ({ ctx, input }) => {
      await cancelBulkAction(ctx.organizationId, input.id)
      return present(ctx, input.id)
    }),

  undo: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(BulkAction))
    .mutation(async ({ ctx, input }) => {
      await undoBulkAction(ctx.organizationId, input.id)
      return present(ctx, input.id)
    }),
})
