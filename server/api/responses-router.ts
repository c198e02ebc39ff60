import { z } from 'zod'
import { Id } from '../fields/schema'
import { exportResponses } from '../responses/export'
import { browseResponses, getResponse, getResponseDetail, listResponses } from '../responses/responses'
import {
  BrowseResponses,
  ExportedResponse,
  ExportResponses,
  ListResponses,
  Response,
  ResponseDetail,
  ResponseListItem,
  ResponseRow,
} from '../responses/schema'
import { findResponseIds } from '../search/find'
import { one, page } from './envelope'
import { router, scoped } from './trpc'

const tags = ['Responses']

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
    .query(async ({ ctx, input: { search, ...input } }) => {
      const among = search ? await findResponseIds(ctx.organizationId, search) : undefined
      return browseResponses(ctx.organizationId, input, among)
    }),

  detail: scoped('responses:read')
    .input(z.object({ id: Id }))
    .output(one(ResponseDetail))
    .query(async ({ ctx, input }) => ({ data: await getResponseDetail(ctx.organizationId, input.id) })),

  /** It changes nothing but the audit log. */
  export: scoped('responses:read')
    .input(ExportResponses)
    .output(one(z.array(ExportedResponse)))
    .mutation(async ({ ctx, input }) => ({ data: await exportResponses(ctx.organizationId, input.ids) })),
})
