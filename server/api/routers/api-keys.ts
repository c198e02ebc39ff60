import { z } from 'zod'
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  setApiKeyActive,
  updateApiKey,
} from '../../api-keys/api-keys'
import { listApiRequests } from '../../api-keys/list-api-requests'
import { endPreviousSecret, rotateApiKey } from '../../api-keys/rotate-api-key'
import {
  ApiKey,
  ApiRequestPage,
  CreateApiKey,
  CreatedApiKey,
  ListApiRequests,
  RevokedApiKey,
  RotateApiKey,
  SetApiKeyActive,
  UpdateApiKey,
} from '../../api-keys/schema'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

/** No API key can create another: these procedures need a session. */
export const apiKeysRouter = router({
  list: scopedProcedure('admin')
    .output(one(z.array(ApiKey)))
    .query(async ({ ctx }) => ({ data: await listApiKeys(ctx.organizationId) })),

  get: scopedProcedure('admin')
    .input(z.object({ id: Id }))
    .output(one(ApiKey))
    .query(async ({ ctx, input }) => ({ data: await getApiKey(ctx.organizationId, input.id) })),

  requests: scopedProcedure('admin')
    .input(ListApiRequests)
    .output(one(ApiRequestPage))
    .query(async ({ ctx, input }) => ({ data: await listApiRequests(ctx.organizationId, input) })),

  create: scopedProcedure('admin')
    .input(CreateApiKey)
    .output(one(CreatedApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await createApiKey(ctx.organizationId, input) })),

  update: scopedProcedure('admin')
    .input(UpdateApiKey)
    .output(one(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await updateApiKey(ctx.organizationId, input) })),

  rotate: scopedProcedure('admin')
    .input(RotateApiKey)
    .output(one(CreatedApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await rotateApiKey(ctx.organizationId, input) })),

  endPrevious: scopedProcedure('admin')
    .input(z.object({ id: Id }))
    .output(one(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await endPreviousSecret(ctx.organizationId, input.id) })),

  setActive: scopedProcedure('admin')
    .input(SetApiKeyActive)
    .output(one(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await setApiKeyActive(ctx.organizationId, input) })),

  revoke: scopedProcedure('admin')
    .input(z.object({ id: Id }))
    .output(one(RevokedApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await revokeApiKey(ctx.organizationId, input.id) })),
})
