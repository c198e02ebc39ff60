import { z } from 'zod'
import { deleteEntryRule, listEntryRules, saveEntryRule } from '../../sequences/entry/entry-rules'
import { forecastEntries } from '../../sequences/entry/forecast-entries'
import { listCandidates } from '../../sequences/entry/list-candidates'
import { EntryCandidate, EntryForecast, EntryRule, ListCandidates, SaveEntryRule } from '../../sequences/entry/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

/** How contacts enter a sequence by themselves. For the dashboard. */
export const entryRulesRouter = router({
  list: scopedProcedure('dashboard:read')
    .input(z.object({ sequenceId: Id }))
    .output(one(z.array(EntryRule)))
    .query(async ({ ctx, input }) => ({ data: await listEntryRules(ctx.organizationId, input.sequenceId) })),

  forecast: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(EntryForecast))
    .query(async ({ ctx, input }) => ({ data: await forecastEntries(ctx.organizationId, input.id) })),

  save: scopedProcedure('sequences:write')
    .input(SaveEntryRule)
    .output(one(EntryRule))
    .mutation(async ({ ctx, input }) => ({ data: await saveEntryRule(ctx.organizationId, input) })),

  delete: scopedProcedure('sequences:write')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteEntryRule(ctx.organizationId, input.id) })),

  candidates: scopedProcedure('dashboard:read')
    .input(ListCandidates)
    .output(page(EntryCandidate))
    .query(({ ctx, input }) => listCandidates(ctx.organizationId, input)),
})
