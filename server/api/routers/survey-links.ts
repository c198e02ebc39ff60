import { z } from 'zod'
import { ResponseSelection } from '../../responses/schema'
import { createLinksPerRecord } from '../../survey-links/create-links-per-record'
import { decideFlaggedResponses } from '../../survey-links/decide-flagged-responses'
import { revealLinkSecret, rotateLinkSecret } from '../../survey-links/link-secret'
import {
  CreateSurveyLink,
  CreateSurveyLinksPerRecord,
  DeletedSurveyLink,
  LinkSecret,
  ListSurveyLinks,
  SurveyLink,
  SurveyLinkPoster,
  SurveyLinkReference,
  UpdateSurveyLink,
} from '../../survey-links/schema'
import { getSurveyLinkPoster } from '../../survey-links/survey-link-poster'
import {
  createSurveyLink,
  deleteSurveyLink,
  getSurveyLink,
  getSurveyLinkName,
  listSurveyLinks,
  updateSurveyLink,
} from '../../survey-links/survey-links'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { resolveSelectedResponses } from './resolve-response-query'
import { router, scopedProcedure, userProcedure } from './trpc'

const tags = ['Surveys']

export const surveyLinksRouter = router({
  list: scopedProcedure('surveys:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys/{id}/links', operationId: 'listSurveyLinks', tags },
      summary: 'List the open links of a survey',
      description: 'Addresses of the survey that anyone can open, as behind a QR code. Newest first.',
      responses: { 200: 'A page of links, newest first.' },
    })
    .input(ListSurveyLinks)
    .output(page(SurveyLink))
    .query(({ ctx, input }) => listSurveyLinks(ctx.organizationId, input)),

  create: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'POST', path: '/surveys/{id}/links', operationId: 'createSurveyLink', tags },
      summary: 'Create an open link',
      description:
        'Anyone with the address can answer, without being a contact: `contactId` of such a response is null, unless the link asks ' +
        'for an address.',
      responses: { 201: 'The link, with its address.' },
    })
    .input(CreateSurveyLink)
    .output(one(SurveyLink))
    .mutation(async ({ ctx, input }) => ({ data: await createSurveyLink(ctx.organizationId, input) })),

  update: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'PATCH', path: '/surveys/{id}/links/{linkId}', operationId: 'updateSurveyLink', tags },
      summary: 'Change an open link',
      description: 'Only the fields you send change. `active: false` closes it, and `pin: null` removes its PIN.',
      responses: { 200: 'The link as it is now.' },
    })
    .input(UpdateSurveyLink)
    .output(one(SurveyLink))
    .mutation(async ({ ctx, input }) => ({ data: await updateSurveyLink(ctx.organizationId, input) })),

  delete: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'DELETE', path: '/surveys/{id}/links/{linkId}', operationId: 'deleteSurveyLink', tags },
      summary: 'Delete an open link',
      description: 'Its address stops working, and printed codes with it. Its responses stay.',
      responses: { 200: 'The link was deleted.' },
    })
    .input(SurveyLinkReference)
    .output(one(DeletedSurveyLink))
    .mutation(async ({ ctx, input }) => ({ data: await deleteSurveyLink(ctx.organizationId, input) })),

  get: scopedProcedure('surveys:read')
    .input(SurveyLinkReference)
    .output(one(SurveyLink))
    .query(async ({ ctx, input }) => ({ data: await getSurveyLink(ctx.organizationId, input) })),

  name: scopedProcedure('surveys:read')
    .input(z.object({ id: Id }))
    .output(one(z.object({ name: z.string() })))
    .query(async ({ ctx, input }) => ({ data: await getSurveyLinkName(ctx.organizationId, input.id) })),

  poster: scopedProcedure('surveys:read')
    .input(SurveyLinkReference)
    .output(one(SurveyLinkPoster))
    .query(async ({ ctx, input }) => ({ data: await getSurveyLinkPoster(ctx.organizationId, input) })),

  createPerRecord: scopedProcedure('surveys:write')
    .input(CreateSurveyLinksPerRecord)
    .output(one(z.object({ created: z.number().int() })))
    .mutation(async ({ ctx, input }) => ({ data: await createLinksPerRecord(ctx.organizationId, input) })),

  revealSecret: userProcedure('surveys:write')
    .input(SurveyLinkReference)
    .output(one(LinkSecret))
    .mutation(async ({ ctx, input }) => ({ data: await revealLinkSecret(ctx.organizationId, 'link', input) })),

  rotateSecret: userProcedure('surveys:write')
    .input(SurveyLinkReference)
    .output(one(LinkSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rotateLinkSecret(ctx.organizationId, 'link', input) })),

  decideFlagged: userProcedure('responses:write')
    .input(z.object({ selection: ResponseSelection, decision: z.enum(['accept', 'delete']) }))
    .output(one(z.object({ decided: z.number().int() })))
    .mutation(async ({ ctx, input: { selection, decision } }) => {
      const ids = await resolveSelectedResponses(ctx, selection)
      return { data: { decided: await decideFlaggedResponses(ctx.organizationId, ids, decision) } }
    }),
})
