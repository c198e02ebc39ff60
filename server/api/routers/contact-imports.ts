import { z } from 'zod'
import {
  cancelContactImport,
  changeImportSettings,
  changeReadingHints,
  runContactImport,
} from '../../imports/contacts/change-import'
import { getContactImport, listContactImports } from '../../imports/contacts/present-import'
import { previewContactImport } from '../../imports/contacts/preview'
import { compareResponsesByMonth } from '../../imports/contacts/responses/responses-by-month'
import {
  ContactImport,
  ContactImportSummary,
  ImportPreview,
  ResponsesByMonth,
  StartContactImport,
  UpdateImportSettings,
  UpdateReadingHints,
  UploadImportChunk,
} from '../../imports/contacts/schema'
import { undoContactImport } from '../../imports/contacts/undo/undo-import'
import { completeImportUpload, startContactImport, uploadImportChunk } from '../../imports/contacts/upload'
import { hasScope } from '../../principal'
import { Id, PageQuery } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const ById = z.object({ id: Id })

export const contactImportsRouter = router({
  list: scopedProcedure('contacts:read')
    .input(PageQuery)
    .output(page(ContactImportSummary))
    .query(async ({ ctx, input }) => listContactImports(ctx.organizationId, input)),

  get: scopedProcedure('contacts:read')
    .input(ById)
    .output(one(ContactImport))
    .query(async ({ ctx, input }) => ({
      data: await getContactImport(ctx.organizationId, input.id, ctx.locale ?? 'en'),
    })),

  preview: scopedProcedure('contacts:read')
    .input(ById)
    .output(one(ImportPreview))
    .query(async ({ ctx, input }) => ({
      data: await previewContactImport(ctx.organizationId, input.id, ctx.locale ?? 'en'),
    })),

  answersByMonth: scopedProcedure('contacts:read')
    .input(ById)
    .output(one(ResponsesByMonth))
    .query(async ({ ctx, input }) => ({ data: await compareResponsesByMonth(ctx.organizationId, input.id) })),

  start: scopedProcedure('contacts:write')
    .input(StartContactImport)
    .output(one(z.object({ id: Id, uploadedChunks: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await startContactImport(ctx.organizationId, input) })),

  uploadChunk: scopedProcedure('contacts:write')
    .input(UploadImportChunk)
    .output(one(z.object({ uploadedChunks: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await uploadImportChunk(ctx.organizationId, input) })),

  completeUpload: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(ById))
    .mutation(async ({ ctx, input }) => {
      await completeImportUpload(ctx.organizationId, input.id)
      return { data: input }
    }),

  changeReading: scopedProcedure('contacts:write')
    .input(UpdateReadingHints)
    .output(one(ById))
    .mutation(async ({ ctx, input: { id, ...hints } }) => {
      await changeReadingHints(ctx.organizationId, id, hints)
      return { data: { id } }
    }),

  changeSettings: scopedProcedure('contacts:write')
    .input(UpdateImportSettings)
    .output(one(ById))
    .mutation(async ({ ctx, input: { id, ...settings } }) => {
      await changeImportSettings(ctx.organizationId, id, settings)
      return { data: { id } }
    }),

  run: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(ById))
    .mutation(async ({ ctx, input }) => {
      await runContactImport(ctx.organizationId, input.id, { mayDeclareProperties: hasScope(ctx.principal, 'admin') })
      return { data: input }
    }),

  cancel: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(z.object({ removed: z.boolean() })))
    .mutation(async ({ ctx, input }) => ({ data: await cancelContactImport(ctx.organizationId, input.id) })),

  undo: scopedProcedure('contacts:write')
    .input(ById)
    .output(one(ById))
    .mutation(async ({ ctx, input }) => {
      await undoContactImport(ctx.organizationId, input.id)
      return { data: input }
    }),
})
