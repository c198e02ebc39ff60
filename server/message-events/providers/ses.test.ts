import { describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { type ExampleMessage, sesComplaint, sesEvent } from './provider-examples'
import { parseSesEvent } from './ses'

const message: ExampleMessage = { token: 'token', messageId: '<a@example.com>', email: 'ada@example.com', at: now() }
const parse = (event: unknown) => parseSesEvent(event, now())
const kindsOf = (event: unknown) => parse(event).events.map(({ event: { kind } }) => kind)

describe('a complaint of Amazon SES', () => {
  it('is a complaint', () => {
    expect(kindsOf(sesComplaint(message))).toEqual(['complained'])
  })

  it('about an address on the suppression list is a message that was not sent', () => {
    const { complaint, ...event } = sesComplaint(message) as ReturnType<typeof sesEvent> & { complaint: object }
    const suppressed = { ...event, complaint: { ...complaint, complaintSubType: 'OnAccountSuppressionList' } }
    expect(kindsOf(suppressed)).toEqual(['rejected'])
  })
})

// https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html#event-publishing-retrieving-sns-contents-subscription-object
describe('a change of preferences at Amazon SES', () => {
  const preferences = (status: 'OptIn' | 'OptOut', unsubscribeAll = false) => ({
    unsubscribeAll,
    topicSubscriptionStatus: [
      { topicName: 'surveys', subscriptionStatus: status },
      { topicName: 'news', subscriptionStatus: 'OptOut' },
    ],
  })
  const change = (newTopicPreferences: object, oldTopicPreferences: object) =>
    sesEvent('Subscription', message, {
      subscription: {
        contactList: 'ContactListName',
        timestamp: message.at.toISOString(),
        source: 'UnsubscribeHeader',
        newTopicPreferences,
        oldTopicPreferences,
      },
    })

  it('unsubscribes a recipient who opts out of a topic, or of all', () => {
    expect(kindsOf(change(preferences('OptOut'), preferences('OptIn')))).toEqual(['unsubscribed'])
    expect(kindsOf(change(preferences('OptIn', true), preferences('OptIn')))).toEqual(['unsubscribed'])
  })

  it('does not unsubscribe a recipient who subscribes', () => {
    expect(kindsOf(change(preferences('OptIn'), preferences('OptOut', true)))).toEqual([])
  })
})

it('the message of Amazon SES that a topic was set up is neither an event nor unreadable', () => {
  const setUp = { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have successfully subscribed.' }
  expect(parse(setUp)).toEqual({ events: [], unreadable: 0 })
})

it('an event of Amazon SES without its message is unreadable', () => {
  expect(parse({ eventType: 'Bounce' })).toEqual({ events: [], unreadable: 1 })
})
