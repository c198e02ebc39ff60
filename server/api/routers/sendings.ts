import { z } from 'zod'
import { parseListOrChanges } from '../../change-feed/list-changes'
import { presentPublicListItem, presentPublicSending } from '../../sequences/present-public-sending'
import { ListSendingsOrChanges, Sending, SendingListItem } from '../../sequences/sending/schema'
import { actOnListedSendings, actOnSending } from '../../sequences/sending-actions/act-on-listed-sendings'
import {
  ActOnSendings,
  type SendingAction,
  SendingActionProgress,
  SendingBatchResult,
  SkipSending,
  StartSendingAction,
} from '../../sequences/sending-actions/schema'
import { listRunningSendingActions, startSendingAction } from '../../sequences/sending-actions/start-sending-action'
import { getSending, listChangedSendings, listSendings } from '../../sequences/sendings'
import { Id } from '../../validation/schema'
import { CHANGES_DESCRIPTION, one, pageOrChanges } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Sendings']

async function act(organizationId: string, id: string, action: SendingAction) {
  return { data: presentPublicSending(await actOnSending(organizationId, id, action)) }
}

export const sendingsRouter = router({
  list: scopedProcedure('sequences:read')
    .meta({
      openapi: { method: 'GET', path: '/sendings', operationId: 'listSendings', tags },
      summary: 'List sendings',
      description:
        'What became of each contact that a sequence was executed for, or that a survey was sent to, newest first. You can ' +
        `combine filters. ${CHANGES_DESCRIPTION} The change of a step is a change of its sending.`,
      responses: { 200: 'A page of sendings, newest first.' },
    })
    .input(ListSendingsOrChanges)
    .output(pageOrChanges(SendingListItem))
    .query(async ({ ctx, input }) => {
      const { filters, window, changes } = parseListOrChanges(input)
      if (changes) {
        const { data, meta } = await listChangedSendings(ctx.organizationId, filters, changes)
        return { data: data.map((item) => ('deleted' in item ? item : presentPublicListItem(item))), meta }
      }
      const { data, meta } = await listSendings(ctx.organizationId, { ...filters, ...window })
      return { data: data.map(presentPublicListItem), meta }
    }),

  get: scopedProcedure('sequences:read')
    .meta({
      openapi: { method: 'GET', path: '/sendings/{id}', operationId: 'getSending', tags },
      summary: 'Get a sending with its steps',
      description:
        'Returns one sending with what became of each of its steps, and with the steps that are ahead. Where nothing left, ' +
        'or not yet, `reason` says why.',
      responses: { 200: 'The sending.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Sending))
    .query(async ({ ctx, input }) => ({ data: presentPublicSending(await getSending(ctx.organizationId, input.id)) })),

  cancel: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sendings/{id}/cancel', operationId: 'cancelSending', tags },
      summary: 'Cancel a sending',
      description:
        'Cancels what has not left: the steps that are ahead are skipped with the reason `cancelled`. A message that is being ' +
        'sent goes out. Cancelling a cancelled sending changes nothing. One that is completed is refused with `SENDING_ENDED`.',
      responses: { 200: 'The sending, cancelled.' },
      errors: ['SENDING_ENDED'],
    })
    .input(z.object({ id: Id }))
    .output(one(Sending))
    .mutation(({ ctx, input }) => act(ctx.organizationId, input.id, { type: 'cancel' })),

  pause: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sendings/{id}/pause', operationId: 'pauseSending', tags },
      summary: 'Pause a sending',
      description:
        'Nothing leaves until the sending is resumed; it keeps its place. A message that is being sent goes out. Pausing a ' +
        'paused sending changes nothing. Its `status` stays, and `pausedAt` tells that it is paused.',
      responses: { 200: 'The sending, paused.' },
      errors: ['SENDING_ENDED'],
    })
    .input(z.object({ id: Id }))
    .output(one(Sending))
    .mutation(({ ctx, input }) => act(ctx.organizationId, input.id, { type: 'pause' })),

  resume: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sendings/{id}/resume', operationId: 'resumeSending', tags },
      summary: 'Resume a sending',
      description:
        'Goes on where the sending was paused: what was due by then is due at once, and a wait takes as long as was left of ' +
        'it. Resuming a sending that is not paused changes nothing.',
      responses: { 200: 'The sending, resumed.' },
      errors: ['SENDING_ENDED'],
    })
    .input(z.object({ id: Id }))
    .output(one(Sending))
    .mutation(({ ctx, input }) => act(ctx.organizationId, input.id, { type: 'resume' })),

  skip: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sendings/{id}/skip', operationId: 'skipSending', tags },
      summary: 'Skip the wait or the next step of a sending',
      description:
        'Ends the wait before the next step, or leaves the step out. What else delays a message stays: quiet hours, the daily ' +
        'limit, a pause. Pass `stepId` so that a repeated call does not skip two steps.',
      responses: { 200: 'The sending.' },
      errors: ['SENDING_ENDED', 'SENDING_BUSY', 'STEP_NOT_NEXT', 'SEQUENCE_INACTIVE'],
    })
    .input(SkipSending)
    .output(one(Sending))
    .mutation(({ ctx, input: { id, what, ...step } }) =>
      act(ctx.organizationId, id, { type: what === 'wait' ? 'skipWait' : 'skipStep', ...step }),
    ),

  batch: scopedProcedure('sequences:execute')
    .meta({
      openapi: { method: 'POST', path: '/sendings/batch', operationId: 'actOnSendings', tags },
      summary: 'Act on many sendings',
      description:
        'Pauses, resumes, skips or cancels 1 to 100 sendings, as one request of the rate limit. One with a fault fails alone: ' +
        'the response has a result for each sending, in order.',
      responses: { 200: 'What became of each sending.' },
    })
    .input(ActOnSendings)
    .output(one(SendingBatchResult))
    .mutation(async ({ ctx, input }) => ({ data: await actOnListedSendings(ctx.organizationId, input) })),

  startAction: scopedProcedure('sequences:execute')
    .input(StartSendingAction)
    .output(one(SendingActionProgress))
    .mutation(async ({ ctx, input }) => ({ data: await startSendingAction(ctx.organizationId, input) })),

  actions: scopedProcedure('sequences:read')
    .input(z.object({ sequenceId: Id }))
    .output(one(z.array(SendingActionProgress)))
    .query(async ({ ctx, input }) => ({ data: await listRunningSendingActions(ctx.organizationId, input.sequenceId) })),
})
