import { z } from 'zod'
import { createApiKey, listApiKeys, revokeApiKey, setApiKeyActive } from '../api-keys/keys'
import { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, SetApiKeyActive } from '../api-keys/schema'
import { Id } from '../fields/schema'
import { one } from './envelope'
import { router, scoped } from './trpc'

/** Keys are made and revoked in the dashboard alone: no key makes another. */
export const apiKeysRouter = router({
  list: scoped('admin')
    .output(one(z.array(ApiKey)))
    .query(async ({ ctx }) => ({ data: await listApiKeys(ctx.organizationId) })),

  create: scoped('admin')
    .input(CreateApiKey)
    .output(one(CreatedApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await createApiKey(ctx.organizationId, input) })),

  setActive: scoped('admin')
    .input(SetApiKeyActive)
    .output(one(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await setApiKeyActive(ctx.organizationId, input) })),

  revoke: scoped('admin')
    .input(z.object({ id: Id }))
    .output(one(RevokedApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await revokeApiKey(ctx.organizationId, input.id) })),
})
