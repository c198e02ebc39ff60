import {
  ListSubscriptions,
  Subscribe,
  Subscribed,
  Unsubscribe,
  Unsubscribed,
  WebhookSubscription,
} from '../../webhooks/schema'
import { listSubscriptions, subscribe, unsubscribe } from '../../webhooks/subscriptions/subscriptions'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Webhooks']

export const webhooksRouter = router({
  list: scopedProcedure('webhooks:read')
    .meta({
      openapi: { method: 'GET', path: '/webhooks', operationId: 'listWebhookSubscriptions', tags },
      summary: 'List webhook subscriptions',
      description: 'The subscriptions of all keys, newest first. Never includes secrets.',
      responses: { 200: 'A page of subscriptions, newest first.' },
    })
    .input(ListSubscriptions)
    .output(page(WebhookSubscription))
    .query(({ ctx, input }) => listSubscriptions(ctx.organizationId, input)),

  subscribe: scopedProcedure('webhooks:write')
    .meta({
      openapi: { method: 'POST', path: '/webhooks/subscribe', operationId: 'subscribeWebhook', tags },
      summary: 'Subscribe an address to an event',
      description:
        'The first event of an address creates a subscription and answers 201 with its signing `secret`, once. ' +
        'Further events join it and answer 200 with a null `secret`. This also reactivates an address that answered ' +
        '410. An organization can have at most 100 addresses.',
      responses: {
        201: 'A new subscription, with its signing secret.',
        200: 'The event joined the subscription of this address.',
      },
    })
    .input(Subscribe)
    .output(one(Subscribed))
    .mutation(async ({ ctx, input }) => {
      const { actor } = ctx.principal
      const data = await subscribe(ctx.organizationId, input, actor.type === 'key' ? actor.apiKeyId : null)
      if (data.secret === null) ctx.setStatus?.(200)
      return { data }
    }),

  unsubscribe: scopedProcedure('webhooks:write')
    .meta({
      openapi: { method: 'POST', path: '/webhooks/unsubscribe', operationId: 'unsubscribeWebhook', tags },
      summary: 'Unsubscribe an address from an event',
      description:
        'Identify the subscription by `hookUrl` or `id`. `deleted` is true when this was its last event: the ' +
        'subscription, its secret and its history are gone. Removing an event it does not have is not an error.',
      responses: { 200: 'The event was removed.' },
      errors: ['NOT_FOUND'],
    })
    .input(Unsubscribe)
    .output(one(Unsubscribed))
    .mutation(async ({ ctx, input }) => ({ data: await unsubscribe(ctx.organizationId, input) })),
})
