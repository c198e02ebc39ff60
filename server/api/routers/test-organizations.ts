import { z } from 'zod'
import { testClockQueues } from '../../jobs/registry'
import { advanceClock, getTestClock } from '../../test-organizations/advance-clock'
import { copySequenceToCounterpart, findCounterpart } from '../../test-organizations/copy-sequence'
import {
  AdvanceClock,
  CopiedSequence,
  Counterpart,
  CreateTestOrganization,
  OwnTestOrganization,
  TestClock,
} from '../../test-organizations/schema'
import { createTestOrganization, getOwnTestOrganization } from '../../test-organizations/test-organizations'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const testOrganizationsRouter = router({
  own: userProcedure('admin')
    .output(one(OwnTestOrganization))
    .query(async ({ ctx }) => ({ data: await getOwnTestOrganization(ctx.organizationId, ctx.user) })),

  create: userProcedure('admin')
    .input(CreateTestOrganization)
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await createTestOrganization(ctx.organizationId, input.name) })),

  clock: scopedProcedure('dashboard:read')
    .output(one(TestClock))
    .query(async ({ ctx }) => ({ data: await getTestClock(ctx.organizationId, testClockQueues) })),

  advance: scopedProcedure('sequences:write')
    .input(AdvanceClock)
    .output(one(TestClock))
    .mutation(async ({ ctx, input }) => ({ data: await advanceClock(ctx.organizationId, input, testClockQueues) })),

  counterpart: userProcedure('dashboard:read')
    .output(one(Counterpart.nullable()))
    .query(async ({ ctx }) => ({ data: await findCounterpart(ctx.organizationId, ctx.user) })),

  copySequence: userProcedure('sequences:write')
    .input(z.object({ id: Id }))
    .output(one(CopiedSequence))
    .mutation(async ({ ctx, input }) => ({
      data: await copySequenceToCounterpart(ctx.organizationId, ctx.user, input.id),
    })),
})
