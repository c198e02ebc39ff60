import { z } from 'zod'
import { dryRunTrigger } from '../../sequences/trigger-addresses/dry-run'
import { replayRequest, replayRequests } from '../../sequences/trigger-addresses/replay-requests'
import {
  DryRunTrigger,
  ListTriggerRequests,
  OfSequence,
  ReplayTriggerRequest,
  ReplayTriggerRequests,
  SaveTriggerSettings,
  SetTriggerActive,
  TriggerAddress,
  TriggerDryRun,
  TriggerRequest,
  TriggerRequestDetail,
} from '../../sequences/trigger-addresses/schema'
import {
  createTriggerAddress,
  deleteTriggerAddress,
  endPreviousTriggerAddress,
  getTriggerAddress,
  revealTriggerAddress,
  rotateTriggerAddress,
  saveTriggerSettings,
  setTriggerActive,
} from '../../sequences/trigger-addresses/trigger-addresses'
import { getTriggerRequest, listTriggerRequests } from '../../sequences/trigger-addresses/trigger-requests'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const Url = z.object({ url: z.string() })
const Replayed = z.object({ replayed: z.number().int() })

/** The address of a sequence for other systems, and what they sent. For the dashboard. */
export const triggerAddressesRouter = router({
  get: scopedProcedure('dashboard:read')
    .input(OfSequence)
    .output(one(TriggerAddress.nullable()))
    .query(async ({ ctx, input }) => ({ data: await getTriggerAddress(ctx.organizationId, input.sequenceId) })),

  create: scopedProcedure('sequences:write')
    .input(OfSequence)
    .output(one(Url))
    .mutation(async ({ ctx, input }) => ({ data: await createTriggerAddress(ctx.organizationId, input.sequenceId) })),

  save: scopedProcedure('sequences:write')
    .input(SaveTriggerSettings)
    .output(one(TriggerAddress))
    .mutation(async ({ ctx, input }) => ({ data: await saveTriggerSettings(ctx.organizationId, input) })),

  setActive: scopedProcedure('sequences:write')
    .input(SetTriggerActive)
    .output(one(TriggerAddress))
    .mutation(async ({ ctx, input }) => ({ data: await setTriggerActive(ctx.organizationId, input) })),

  reveal: scopedProcedure('sequences:write')
    .input(OfSequence)
    .output(one(Url))
    .mutation(async ({ ctx, input }) => ({ data: await revealTriggerAddress(ctx.organizationId, input.sequenceId) })),

  rotate: scopedProcedure('sequences:write')
    .input(OfSequence)
    .output(one(Url))
    .mutation(async ({ ctx, input }) => ({ data: await rotateTriggerAddress(ctx.organizationId, input.sequenceId) })),

  endPrevious: scopedProcedure('sequences:write')
    .input(OfSequence)
    .output(one(TriggerAddress))
    .mutation(async ({ ctx, input }) => ({
      data: await endPreviousTriggerAddress(ctx.organizationId, input.sequenceId),
    })),

  delete: scopedProcedure('sequences:write')
    .input(OfSequence)
    .output(one(z.object({ sequenceId: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteTriggerAddress(ctx.organizationId, input.sequenceId) })),

  dryRun: scopedProcedure('sequences:write')
    .input(DryRunTrigger)
    .output(one(TriggerDryRun))
    .mutation(async ({ ctx, input }) => ({ data: await dryRunTrigger(ctx.organizationId, input, ctx.locale ?? 'en') })),

  requests: scopedProcedure('dashboard:read')
    .input(ListTriggerRequests)
    .output(page(TriggerRequest))
    .query(({ ctx, input }) => listTriggerRequests(ctx.organizationId, input, ctx.locale ?? 'en')),

  request: scopedProcedure('contacts:read')
    .input(OfSequence.extend({ id: Id }))
    .output(one(TriggerRequestDetail))
    .query(async ({ ctx, input }) => ({
      data: await getTriggerRequest(ctx.organizationId, input, ctx.locale ?? 'en'),
    })),

  replay: scopedProcedure('sequences:write')
    .input(ReplayTriggerRequest)
    .output(one(Replayed))
    .mutation(async ({ ctx, input }) => ({ data: await replayRequest(ctx.organizationId, input) })),

  replayAll: scopedProcedure('sequences:write')
    .input(ReplayTriggerRequests)
    .output(one(Replayed))
    .mutation(async ({ ctx, input }) => ({ data: await replayRequests(ctx.organizationId, input) })),
})
