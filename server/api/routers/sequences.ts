import { z } from 'zod'
import { hasScope, type Principal } from '../../principal'
import { duplicateSequence } from '../../sequences/duplicate-sequence'
import { ExecuteSequence, ExecuteSequenceResult, SendSurveyResult } from '../../sequences/enrolment-schema'
import { executeSequence, sendSurvey } from '../../sequences/execute-sequence'
import { forecastEntry, forecastJourney } from '../../sequences/forecast/forecast-entry'
import {
  EntryOutlook,
  ForecastEntry,
  ForecastJourney,
  JourneyOutlook,
  UpcomingDays,
} from '../../sequences/forecast/schema'
import { listUpcoming } from '../../sequences/forecast/upcoming'
import { previewMessage } from '../../sequences/preview/preview-message'
import { MessagePreview, PreviewMessage, SendTestMessages, TestMessageResult } from '../../sequences/preview/schema'
import { sendTestMessages } from '../../sequences/preview/send-test-messages'
import { browseSendings } from '../../sequences/results/browse-sendings'
import { getSequenceResults, listSequenceRates } from '../../sequences/results/results'
import { BrowseSendings, SequenceRate, SequenceResults } from '../../sequences/results/schema'
import {
  BrowseSequences,
  CreateSequence,
  DeletedSequence,
  DuplicateSequence,
  SaveSequence,
  SendingStatus,
  Sequence,
  SequenceDetail,
  SequenceWarnings,
  SetSequenceStatus,
  UpdateSequence,
} from '../../sequences/schema'
import { getSequenceWarnings } from '../../sequences/sending/pause-sequence-with-invalid-texts'
import { SendingDetail, SendingTableRow } from '../../sequences/sending/schema'
import { countSendingsByStatus, getSending } from '../../sequences/sendings'
import { deleteSequence, getSequence, listSequences, saveSequence, setSequenceStatus } from '../../sequences/sequences'
import { previewMove } from '../../sequences/versions/preview-move'
import { MovePreview, PreviewMove } from '../../sequences/versions/schema'
import { Id, PageQuery } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

const tags = ['Sequences']

export const sequencesRouter = router({
  list: scopedProcedure('sequences:read')
    .meta({
      openapi: { method: 'GET', path: '/sequences', operationId: 'listSequences', tags },
      summary: 'List sequences',
      description: 'Newest first, whatever their status.',
      responses: { 200: 'A page of sequences, newest first.' },
    })
    .input(PageQuery)
    .output(page(Sequence))
    .query(({ ctx, input }) => listSequences(ctx.organizationId, input)),

  browse: scopedProcedure('sequences:read')
    .input(BrowseSequences)
    .output(page(Sequence))
    .query(({ ctx, input }) => listSequences(ctx.organizationId, input)),

  get: scopedProcedure('sequences:read')
    .meta({
      openapi: { method: 'GET', path: '/sequences/{id}', operationId: 'getSequence', tags },
      summary: 'Get a sequence with its steps',
      description: 'Returns one sequence with its steps, in order.',
      responses: { 200: 'The sequence.' },
    })
    .input(z.object({ id: Id }))
    .output(one(SequenceDetail))
    .query(async ({ ctx, input }) => ({
      data: await getSequence(ctx.organizationId, input.id, addressVisibility(ctx.principal)),
    })),

  execute: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sequences/{id}/execute', operationId: 'executeSequence', tags },
      summary: 'Execute a sequence for contacts',
      description:
        'Creates or updates each contact by email, creates one sending for each, and answers at once. The steps run in ' +
        'the background. For an existing contact, only the fields you send change. An address sent twice counts ' +
        'once, and later values win. The sequence must be `active`. A request that fails changes nothing.',
      responses: { 200: 'All contacts are queued.' },
      errors: ['SEQUENCE_INACTIVE'],
    })
    .input(ExecuteSequence)
    .output(one(ExecuteSequenceResult))
    .mutation(async ({ ctx, input }) => ({ data: await executeSequence(ctx.organizationId, input) })),

  sendSurvey: scopedProcedure('surveys:send')
    .meta({
      openapi: { method: 'POST', path: '/surveys/{id}/send', operationId: 'sendSurvey', tags: ['Surveys'] },
      summary: 'Send a survey to contacts',
      description:
        'Like executing a sequence of this one survey: the same body, and one email to each contact. A survey ' +
        'that is archived or has no questions is refused with `VALIDATION_ERROR`.',
      responses: { 200: 'All contacts are queued.' },
    })
    .input(ExecuteSequence)
    .output(one(SendSurveyResult))
    .mutation(async ({ ctx, input }) => ({ data: await sendSurvey(ctx.organizationId, input) })),

  save: scopedProcedure('sequences:write')
    .input(SaveSequence)
    .output(one(SequenceDetail))
    .mutation(async ({ ctx, input }) => ({
      data: await saveSequence(ctx.organizationId, input, addressPermissions(ctx.principal)),
    })),

  create: scopedProcedure('sequences:write')
    .meta({
      openapi: { method: 'POST', path: '/sequences', operationId: 'createSequence', tags },
      summary: 'Create a sequence',
      description:
        'Creates a sequence with its steps, as a draft unless `status` says otherwise. An `active` one needs a step that sends ' +
        'something. Errors of steps have paths such as `steps.0.surveyId`. A step with a `webhookUrl` also needs the scope ' +
        '`webhooks:write`.',
      responses: { 201: 'The sequence as stored.' },
    })
    .input(CreateSequence)
    .output(one(SequenceDetail))
    .mutation(async ({ ctx, input }) => ({
      data: await saveSequence(ctx.organizationId, input, addressPermissions(ctx.principal)),
    })),

  update: scopedProcedure('sequences:write')
    .meta({
      openapi: { method: 'PATCH', path: '/sequences/{id}', operationId: 'updateSequence', tags },
      summary: 'Change a sequence',
      description:
        'Only the fields you send change. `steps` replaces the whole list; people in progress go on from the steps that keep ' +
        'their `id`. `status` activates, pauses or archives the sequence. Send what you read in `asRead` to be refused if it ' +
        'changed meanwhile. A changed `webhookUrl` also needs the scope `webhooks:write`.',
      responses: { 200: 'The sequence as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateSequence)
    .output(one(SequenceDetail))
    .mutation(async ({ ctx, input }) => ({
      data: await saveSequence(ctx.organizationId, input, addressPermissions(ctx.principal)),
    })),

  duplicate: scopedProcedure('sequences:write')
    .input(DuplicateSequence)
    .output(one(z.object({ id: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await duplicateSequence(ctx.organizationId, input) })),

  forecast: scopedProcedure('dashboard:read')
    .input(ForecastEntry)
    .output(one(EntryOutlook))
    .query(async ({ ctx, input }) => ({ data: await forecastEntry(ctx.organizationId, input) })),

  forecastJourney: scopedProcedure('dashboard:read')
    .input(ForecastJourney)
    .output(one(JourneyOutlook))
    .query(async ({ ctx, input }) => ({ data: await forecastJourney(ctx.organizationId, input) })),

  upcoming: scopedProcedure('dashboard:read')
    .output(one(UpcomingDays))
    .query(async ({ ctx }) => ({ data: await listUpcoming(ctx.organizationId) })),

  /** Reads only. A mutation, because the steps are too long for an address. */
  previewMove: scopedProcedure('sequences:write')
    .input(PreviewMove)
    .output(one(MovePreview))
    .mutation(async ({ ctx, input }) => ({ data: await previewMove(ctx.organizationId, input) })),

  /** Reads only. A mutation, because a draft is too long for an address. */
  previewMessage: scopedProcedure('sequences:write')
    .input(PreviewMessage)
    .output(one(MessagePreview))
    .mutation(async ({ ctx, input }) => ({ data: await previewMessage(ctx.organizationId, input) })),

  sendTest: userProcedure('sequences:write')
    .input(SendTestMessages)
    .output(one(z.array(TestMessageResult)))
    .mutation(async ({ ctx, input }) => ({
      data: await sendTestMessages(ctx.organizationId, ctx.user.userId, input),
    })),

  setStatus: scopedProcedure('sequences:write')
    .input(SetSequenceStatus)
    .output(one(SequenceDetail))
    .mutation(async ({ ctx, input }) => ({
      data: await setSequenceStatus(ctx.organizationId, input, addressVisibility(ctx.principal)),
    })),

  warnings: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(SequenceWarnings))
    .query(async ({ ctx, input }) => ({ data: await getSequenceWarnings(ctx.organizationId, input.id) })),

  delete: scopedProcedure('sequences:write')
    .meta({
      openapi: { method: 'DELETE', path: '/sequences/{id}', operationId: 'deleteSequence', tags },
      summary: 'Delete a sequence',
      description:
        'Deletes the sequence and cancels what it has not sent. Its sendings, and the responses to them, stay.',
      responses: { 200: 'The sequence was deleted.' },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedSequence))
    .mutation(async ({ ctx, input }) => ({ data: await deleteSequence(ctx.organizationId, input.id) })),

  listSendings: scopedProcedure('dashboard:read')
    .input(BrowseSendings)
    .output(page(SendingTableRow))
    .query(({ ctx, input }) => browseSendings(ctx.organizationId, input)),

  countSendings: scopedProcedure('dashboard:read')
    .input(z.object({ sequenceIds: z.array(Id).max(100) }))
    .output(one(z.array(z.object({ sequenceId: Id, status: SendingStatus, count: z.number().int() }))))
    .query(async ({ ctx, input }) => ({ data: await countSendingsByStatus(ctx.organizationId, input.sequenceIds) })),

  results: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(SequenceResults))
    .query(async ({ ctx, input }) => ({ data: await getSequenceResults(ctx.organizationId, input.id) })),

  rates: scopedProcedure('dashboard:read')
    .input(z.object({ sequenceIds: z.array(Id).max(100) }))
    .output(one(z.array(SequenceRate)))
    .query(async ({ ctx, input }) => ({ data: await listSequenceRates(ctx.organizationId, input.sequenceIds) })),

  getSending: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(SendingDetail))
    .query(async ({ ctx, input }) => ({ data: await getSending(ctx.organizationId, input.id) })),
})

/** Who may change webhook URLs of steps, and see them. */
function addressPermissions(principal: Principal) {
  return { maySetWebhookUrls: hasScope(principal, 'webhooks:write'), ...addressVisibility(principal) }
}

/** Webhook URLs of steps are visible to keys with `sequences:read` (interface specification), but only to users who may read webhooks. */
function addressVisibility(principal: Principal): { redactsWebhookUrls: boolean } {
  return { redactsWebhookUrls: principal.actor.type === 'user' && !hasScope(principal, 'webhooks:read') }
}
