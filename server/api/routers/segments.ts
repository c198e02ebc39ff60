import { z } from 'zod'
import { CreateSegment, ListSegments, Segment, UpdateSegment } from '../../segments/schema'
import { createSegment, deleteSegment, listSegmentNames, listSegments, updateSegment } from '../../segments/segments'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

export const segmentsRouter = router({
  list: scopedProcedure('contacts:read')
    .meta({
      openapi: { method: 'GET', path: '/segments', operationId: 'listSegments', tags: ['Contacts'] },
      summary: 'List segments',
      description:
        'The filters of contacts that members named in the dashboard, by name, each with the number of contacts that match now. ' +
        'List the contacts of one with `GET /contacts?segment_id=`.',
      responses: { 200: 'A page of segments.' },
    })
    .input(ListSegments)
    .output(page(Segment))
    .query(async ({ ctx, input }) => listSegments(ctx.organizationId, input)),

  names: scopedProcedure('contacts:read')
    .output(one(z.array(z.object({ id: Id, name: z.string() }))))
    .query(async ({ ctx }) => ({ data: await listSegmentNames(ctx.organizationId) })),

  create: scopedProcedure('contacts:write')
    .input(CreateSegment)
    .output(one(Segment))
    .mutation(async ({ ctx, input }) => ({ data: await createSegment(ctx.organizationId, input) })),

  update: scopedProcedure('contacts:write')
    .input(UpdateSegment)
    .output(one(Segment))
    .mutation(async ({ ctx, input }) => ({ data: await updateSegment(ctx.organizationId, input) })),

  delete: scopedProcedure('contacts:write')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteSegment(ctx.organizationId, input.id) })),
})
