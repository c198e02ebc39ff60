import { z } from 'zod'
import { changeMany, setCase } from '../../cases/cases'
import { countUnresolved } from '../../cases/count-unresolved-cases'
import { addNote, deleteNote } from '../../cases/notes'
import { getReplyForm } from '../../cases/replies/reply-form'
import { retryReply, writeReply } from '../../cases/replies/write-reply'
import { countTagged, createTag, deleteTag, listTags, renameTag, setTags } from '../../cases/response-tags'
import {
  AddNote,
  ChangedMany,
  ChangeMany,
  CreateTag,
  RenameTag,
  ReplyForm,
  ResponseCase,
  ResponseNote,
  ResponseReply,
  ResponseTag,
  SetCase,
  SetTags,
  TakeBackMany,
  Timeline,
  WriteReply,
} from '../../cases/schema'
import { getTimeline } from '../../cases/timeline'
import { takeBackMany } from '../../cases/undo-bulk-update'
import { Id } from '../../fields/schema'
import { getNeighbours } from '../../responses/adjacent-responses'
import { eraseResponseText } from '../../responses/erase-text'
import { browseResponses, getResponse, getResponseDetail, listResponses } from '../../responses/responses'
import {
  BrowseResponses,
  ListResponses,
  Neighbours,
  NeighboursOf,
  Response,
  ResponseDetail,
  ResponseListItem,
  ResponseRow,
} from '../../responses/schema'
import { one, page } from './envelope'
import { readAsked } from './resolve-response-query'
import { requireUser, router, scoped } from './trpc'

const tags = ['Responses']
const ById = z.object({ id: Id })
const Deleted = z.object({ id: Id, deleted: z.literal(true) })

export const responsesRouter = router({
  list: scoped('responses:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/responses',
        operationId: 'listResponses',
        tags,
        summary: 'List responses',
        description: 'Submitted responses, newest first. You can combine filters. Dates are those of submission.',
      },
      answers: { 200: 'A page of responses, newest first.' },
    })
    .input(ListResponses)
    .output(page(ResponseListItem))
    .query(({ ctx, input }) => listResponses(ctx.organizationId, input)),

  get: scoped('responses:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/responses/{id}',
        operationId: 'getResponse',
        tags,
        summary: 'Get a response',
        description: 'Returns one response with all its answers, each next to the question as it was asked.',
      },
      answers: { 200: 'The response.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Response))
    .query(async ({ ctx, input }) => ({ data: await getResponse(ctx.organizationId, input.id) })),

  browse: scoped('responses:read')
    .input(BrowseResponses)
    .output(page(ResponseRow))
    .query(async ({ ctx, input }) => {
      const { filter, search } = await readAsked(ctx, input)
      return browseResponses(ctx.organizationId, filter, search)
    }),

  neighbours: scoped('responses:read')
    .input(NeighboursOf)
    .output(one(Neighbours))
    .query(async ({ ctx, input: { id, ...input } }) => {
      const { filter: resolvedFilter, search } = await readAsked(ctx, input)
      // Keeps opened responses in the "new" list while the user steps through it.
      const { except: _except, ...filter } = resolvedFilter
      return { data: await getNeighbours(ctx.organizationId, id, filter, search) }
    }),

  detail: scoped('responses:read')
    .input(z.object({ id: Id }))
    .output(one(ResponseDetail))
    .query(async ({ ctx, input }) => ({ data: await getResponseDetail(ctx.organizationId, input.id) })),

  setCase: scoped('responses:write')
    .input(SetCase)
    .output(one(ResponseCase))
    .mutation(async ({ ctx, input }) => ({
      data: await setCase(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  bulk: scoped('responses:write')
    .input(ChangeMany)
    .output(one(ChangedMany))
    .mutation(async ({ ctx, input }) => ({
      data: await changeMany(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  takeBack: scoped('responses:write')
    .input(TakeBackMany)
    .output(one(z.object({ changed: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await takeBackMany(ctx.organizationId, input) })),

  unresolved: scoped('responses:read')
    .output(one(z.object({ count: z.number().int() })))
    .query(async ({ ctx }) => ({ data: { count: await countUnresolved(ctx.organizationId) } })),

  timeline: scoped('responses:read')
    .input(ById)
    .output(one(Timeline))
    .query(async ({ ctx, input }) => ({ data: await getTimeline(ctx.organizationId, input.id) })),

  addNote: scoped('responses:write')
    .input(AddNote)
    .output(one(ResponseNote))
    .mutation(async ({ ctx, input }) => ({
      data: await addNote(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  deleteNote: scoped('responses:write')
    .input(ById)
    .output(one(Deleted))
    .mutation(async ({ ctx, input }) => ({
      data: await deleteNote(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),

  replyForm: scoped('responses:read')
    .input(ById)
    .output(one(ReplyForm))
    .query(async ({ ctx, input }) => ({
      data: await getReplyForm(ctx.organizationId, input.id, requireUser(ctx.principal).userId),
    })),

  reply: scoped('responses:write')
    .input(WriteReply)
    .output(one(ResponseReply))
    .mutation(async ({ ctx, input }) => ({
      data: await writeReply(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  retryReply: scoped('responses:write')
    .input(ById)
    .output(one(ResponseReply))
    .mutation(async ({ ctx, input }) => ({
      data: await retryReply(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),

  eraseText: scoped('admin')
    .input(ById)
    .output(one(z.object({ id: Id, erased: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await eraseResponseText(ctx.organizationId, input.id) })),

  setTags: scoped('responses:write')
    .input(SetTags)
    .output(one(z.array(ResponseTag)))
    .mutation(async ({ ctx, input }) => ({ data: await setTags(ctx.organizationId, input) })),

  tags: scoped('responses:read')
    .output(one(z.array(ResponseTag)))
    .query(async ({ ctx }) => ({ data: await listTags(ctx.organizationId) })),

  tagUse: scoped('responses:read')
    .input(ById)
    .output(one(z.object({ responses: z.number().int() })))
    .query(async ({ ctx, input }) => ({ data: { responses: await countTagged(ctx.organizationId, input.id) } })),

  createTag: scoped('responses:write')
    .input(CreateTag)
    .output(one(ResponseTag))
    .mutation(async ({ ctx, input }) => ({ data: await createTag(ctx.organizationId, input.name) })),

  renameTag: scoped('responses:write')
    .input(RenameTag)
    .output(one(ResponseTag))
    .mutation(async ({ ctx, input }) => ({ data: await renameTag(ctx.organizationId, input.id, input.name) })),

  deleteTag: scoped('responses:write')
    .input(ById)
    .output(one(Deleted))
    .mutation(async ({ ctx, input }) => ({ data: await deleteTag(ctx.organizationId, input.id) })),
})
