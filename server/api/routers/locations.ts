import { z } from 'zod'
import {
  createLocation,
  getLocation,
  getLocationDetail,
  listLocations,
  updateLocation,
} from '../../master-data/locations'
import { deleteMasterDataEntry, mergeMasterDataEntry } from '../../master-data/merge-and-delete'
import { listMasterDataNamesOfKind } from '../../master-data/queries'
import {
  BrowseMasterData,
  CreateLocation,
  DeletedMasterDataEntry,
  ListMasterData,
  Location,
  LocationDetail,
  MasterDataIdAndName,
  MergedMasterDataEntry,
  MergeMasterDataEntry,
  UpdateLocation,
} from '../../master-data/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Locations']

export const locationsRouter = router({
  list: scopedProcedure('locations:read')
    .meta({
      openapi: { method: 'GET', path: '/locations', operationId: 'listLocations', tags },
      summary: 'List locations',
      description: 'Newest first.',
      responses: { 200: 'A page of locations, newest first.' },
    })
    .input(ListMasterData)
    .output(page(Location))
    .query(async ({ ctx, input }) => listLocations(ctx.organizationId, input)),

  get: scopedProcedure('locations:read')
    .meta({
      openapi: { method: 'GET', path: '/locations/{id}', operationId: 'getLocation', tags },
      summary: 'Get a location',
      description: 'Returns one location with all its fields.',
      responses: { 200: 'The location.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Location))
    .query(async ({ ctx, input }) => ({ data: await getLocation(ctx.organizationId, input.id) })),

  create: scopedProcedure('locations:write')
    .meta({
      openapi: { method: 'POST', path: '/locations', operationId: 'createLocation', tags },
      summary: 'Create a location',
      description: 'Its id goes into `locationId` of contacts and executions.',
      responses: { 201: 'The location as stored.' },
    })
    .input(CreateLocation)
    .output(one(Location))
    .mutation(async ({ ctx, input }) => ({ data: await createLocation(ctx.organizationId, input) })),

  update: scopedProcedure('locations:write')
    .meta({
      openapi: { method: 'PATCH', path: '/locations/{id}', operationId: 'updateLocation', tags },
      summary: 'Update a location',
      description: 'Only the fields you send change; null clears the time zone.',
      responses: { 200: 'The location as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateLocation)
    .output(one(Location))
    .mutation(async ({ ctx, input }) => ({ data: await updateLocation(ctx.organizationId, input) })),

  delete: scopedProcedure('locations:write')
    .meta({
      openapi: { method: 'DELETE', path: '/locations/{id}', operationId: 'deleteLocation', tags },
      summary: 'Delete a location',
      description:
        'Deletes the location for good. Its contacts and reviews stay, without a location. Responses and sendings keep its id.',
      responses: { 200: 'The location was deleted.' },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({
      data: await deleteMasterDataEntry('location', ctx.organizationId, input.id),
    })),

  browse: scopedProcedure('locations:read')
    .input(BrowseMasterData)
    .output(page(Location))
    .query(async ({ ctx, input }) => listLocations(ctx.organizationId, input)),

  names: scopedProcedure('locations:read')
    .output(one(z.array(MasterDataIdAndName)))
    .query(async ({ ctx }) => ({ data: await listMasterDataNamesOfKind('location', ctx.organizationId) })),

  detail: scopedProcedure('locations:read')
    .input(z.object({ id: Id }))
    .output(one(LocationDetail))
    .query(async ({ ctx, input }) => ({ data: await getLocationDetail(ctx.organizationId, input.id) })),

  merge: scopedProcedure('locations:write')
    .input(MergeMasterDataEntry)
    .output(one(MergedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({ data: await mergeMasterDataEntry('location', ctx.organizationId, input) })),
})
