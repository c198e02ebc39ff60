import { z } from 'zod'
import { bulkUpdateCases } from '../../cases/bulk-update'
import { BulkUpdateCases, BulkUpdateResult, UndoBulkUpdate } from '../../cases/bulk-update-schema'
import { countUnresolvedCasesUpToMax } from '../../cases/case-filters'
import { updateCase } from '../../cases/cases'
import { addNote, deleteNote } from '../../cases/notes'
import { getReplyForm } from '../../cases/replies/reply-form'
import { retryReply, writeReply } from '../../cases/replies/write-reply'
import {
  changeTagsOfResponse,
  countTaggedResponses,
  createResponseTag,
  deleteResponseTag,
  listResponseTags,
  renameResponseTag,
} from '../../cases/response-tags'
import {
  AddNote,
  ChangeTagsOfResponse,
  CreateResponseTag,
  RenameResponseTag,
  ReplyForm,
  ResponseCase,
  ResponseNote,
  ResponseReply,
  ResponseTag,
  Timeline,
  UpdateCase,
  WriteReply,
} from '../../cases/schema'
import { getTimeline } from '../../cases/timeline'
import { undoBulkUpdate } from '../../cases/undo-bulk-update'
import { parseListOrChanges } from '../../change-feed/list-changes'
import { getAdjacentResponses } from '../../responses/adjacent-responses'
import { eraseResponseText } from '../../responses/erase-text'
import { listChangedResponses } from '../../responses/list-changed-responses'
import { browseResponses, getResponse, getResponseDetail, listResponses } from '../../responses/responses'
import {
  AdjacentResponses,
  BrowseResponses,
  GetAdjacentResponses,
  ListResponsesOrChanges,
  Response,
  ResponseDetail,
  ResponseListItem,
  ResponseTableRow,
} from '../../responses/schema'
import { Id } from '../../validation/schema'
import { CHANGES_DESCRIPTION, one, page, pageOrChanges } from './envelope'
import { resolveResponseQuery, resolveSelectedResponses } from './resolve-response-query'
import { router, scopedProcedure, userProcedure } from './trpc'

const tags = ['Responses']
const ById = z.object({ id: Id })
const Deleted = z.object({ id: Id, deleted: z.literal(true) })

export const responsesRouter = router({
  list: scopedProcedure('responses:read')
    .meta({
      openapi: { method: 'GET', path: '/responses', operationId: 'listResponses', tags },
      summary: 'List responses',
      description: `Submitted responses, newest first. You can combine filters. Dates are those of submission. ${CHANGES_DESCRIPTION}`,
      responses: { 200: 'A page of responses, newest first.' },
    })
    .input(ListResponsesOrChanges)
    .output(pageOrChanges(ResponseListItem))
    .query(async ({ ctx, input }) => {
      const { filters, window, changes } = parseListOrChanges(input)
      if (changes) return listChangedResponses(ctx.organizationId, filters, changes)
      return listResponses(ctx.organizationId, { ...filters, ...window })
    }),

  get: scopedProcedure('responses:read')
    .meta({
      openapi: { method: 'GET', path: '/responses/{id}', operationId: 'getResponse', tags },
      summary: 'Get a response',
      description: 'Returns one response with all its answers, each next to the question as it was asked.',
      responses: { 200: 'The response.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Response))
    .query(async ({ ctx, input }) => ({ data: await getResponse(ctx.organizationId, input.id) })),

  browse: scopedProcedure('responses:read')
    .input(BrowseResponses)
    .output(page(ResponseTableRow))
    .query(async ({ ctx, input }) => {
      const { filter, search } = await resolveResponseQuery(ctx, input)
      return browseResponses(ctx.organizationId, filter, search)
    }),

  adjacent: scopedProcedure('responses:read')
    .input(GetAdjacentResponses)
    .output(one(AdjacentResponses))
    .query(async ({ ctx, input: { id, ...input } }) => {
      const { filter: resolvedFilter, search } = await resolveResponseQuery(ctx, input)
      // Keeps opened responses in the "new" list while the user steps through it.
      const { except: _except, ...filter } = resolvedFilter
      return { data: await getAdjacentResponses(ctx.organizationId, id, filter, search) }
    }),

  detail: scopedProcedure('responses:read')
    .input(z.object({ id: Id }))
    .output(one(ResponseDetail))
    .query(async ({ ctx, input }) => ({ data: await getResponseDetail(ctx.organizationId, input.id) })),

  setCase: userProcedure('responses:write')
    .input(UpdateCase)
    .output(one(ResponseCase))
    .mutation(async ({ ctx, input }) => ({ data: await updateCase(ctx.organizationId, input, ctx.user) })),

  bulk: userProcedure('responses:write')
    .input(BulkUpdateCases)
    .output(one(BulkUpdateResult))
    .mutation(async ({ ctx, input: { selection, ...changes } }) => {
      const ids = await resolveSelectedResponses(ctx, selection)
      return { data: await bulkUpdateCases(ctx.organizationId, { ids, ...changes }, ctx.user) }
    }),

  undoBulk: scopedProcedure('responses:write')
    .input(UndoBulkUpdate)
    .output(one(z.object({ changed: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await undoBulkUpdate(ctx.organizationId, input) })),

  unresolved: scopedProcedure('responses:read')
    .output(one(z.object({ count: z.number().int() })))
    .query(async ({ ctx }) => ({ data: { count: await countUnresolvedCasesUpToMax(ctx.organizationId) } })),

  timeline: scopedProcedure('responses:read')
    .input(ById)
    .output(one(Timeline))
    .query(async ({ ctx, input }) => ({ data: await getTimeline(ctx.organizationId, input.id) })),

  addNote: userProcedure('responses:write')
    .input(AddNote)
    .output(one(ResponseNote))
    .mutation(async ({ ctx, input }) => ({ data: await addNote(ctx.organizationId, input, ctx.user) })),

  deleteNote: userProcedure('responses:write')
    .input(ById)
    .output(one(Deleted))
    .mutation(async ({ ctx, input }) => ({ data: await deleteNote(ctx.organizationId, input.id, ctx.user) })),

  replyForm: userProcedure('responses:read')
    .input(ById)
    .output(one(ReplyForm))
    .query(async ({ ctx, input }) => ({ data: await getReplyForm(ctx.organizationId, input.id, ctx.user.userId) })),

  reply: userProcedure('responses:write')
    .input(WriteReply)
    .output(one(ResponseReply))
    .mutation(async ({ ctx, input }) => ({ data: await writeReply(ctx.organizationId, input, ctx.user) })),

  retryReply: userProcedure('responses:write')
    .input(ById)
    .output(one(ResponseReply))
    .mutation(async ({ ctx, input }) => ({ data: await retryReply(ctx.organizationId, input.id, ctx.user) })),

  eraseText: scopedProcedure('admin')
    .input(ById)
    .output(one(z.object({ id: Id, erased: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await eraseResponseText(ctx.organizationId, input.id) })),

  setTags: scopedProcedure('responses:write')
    .input(ChangeTagsOfResponse)
    .output(one(z.array(ResponseTag)))
    .mutation(async ({ ctx, input }) => ({ data: await changeTagsOfResponse(ctx.organizationId, input) })),

  tags: scopedProcedure('responses:read')
    .output(one(z.array(ResponseTag)))
    .query(async ({ ctx }) => ({ data: await listResponseTags(ctx.organizationId) })),

  tagUse: scopedProcedure('responses:read')
    .input(ById)
    .output(one(z.object({ responses: z.number().int() })))
    .query(async ({ ctx, input }) => ({
      data: { responses: await countTaggedResponses(ctx.organizationId, input.id) },
    })),

  createTag: scopedProcedure('responses:write')
    .input(CreateResponseTag)
    .output(one(ResponseTag))
    .mutation(async ({ ctx, input }) => ({ data: await createResponseTag(ctx.organizationId, input.name) })),

  renameTag: scopedProcedure('responses:write')
    .input(RenameResponseTag)
    .output(one(ResponseTag))
    .mutation(async ({ ctx, input }) => ({ data: await renameResponseTag(ctx.organizationId, input.id, input.name) })),

  deleteTag: scopedProcedure('responses:write')
    .input(ById)
    .output(one(Deleted))
    .mutation(async ({ ctx, input }) => ({ data: await deleteResponseTag(ctx.organizationId, input.id) })),
})
