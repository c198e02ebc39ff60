import { sampleIds } from '../sample-resources'
import { buildListExample, type ExamplesByProcedure } from './example-builders'

const subscription = {
  id: sampleIds.subscription,
  hookUrl: 'https://hooks.example.com/feedback',
  triggerTypes: ['new_response' as const],
  active: true,
  createdAt: '2026-03-01T10:00:00.000Z',
}
const input = { hookUrl: subscription.hookUrl, triggerType: 'new_response' as const }
const subscribed = { ...subscription, triggerType: 'new_response' as const }

export const webhookExamples: ExamplesByProcedure['webhooks'] = {
  list: buildListExample(subscription, {}),
  subscribe: {
    input,
    responses: {
      201: {
        data: { ...subscribed, secret: 'whsec_ZXhhbXBsZS1zaWduaW5nLXNlY3JldC0zMi1ieXRlcyE=', ownedByThisKey: true },
      },
      200: {
        data: { ...subscribed, triggerTypes: ['new_contact', 'new_response'], secret: null, ownedByThisKey: true },
      },
    },
    invalidFields: { triggerType: 'step.completed' },
  },
  unsubscribe: {
    input,
    responses: { 200: { data: { id: sampleIds.subscription, deleted: true } } },
    invalidFields: { triggerType: 'everything' },
  },
}
