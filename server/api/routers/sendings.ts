import { z } from 'zod'
import { parseListOrChanges } from '../../change-feed/list-changes'
import { cancelSending } from '../../sequences/cancel-sending'
import { presentPublicListItem, presentPublicSending } from '../../sequences/present-public-sending'
import { ListSendingsOrChanges, Sending, SendingListItem } from '../../sequences/sending/schema'
import { getSending, listChangedSendings, listSendings } from '../../sequences/sendings'
import { Id } from '../../validation/schema'
import { CHANGES_DESCRIPTION, one, pageOrChanges } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Sendings']

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
    .mutation(async ({ ctx, input }) => ({
      data: presentPublicSending(await cancelSending(ctx.organizationId, input.id)),
    })),
})
