import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { MESSAGE_EVENT_KINDS } from './constants'
import { decideStepState, type StateEvent, type StepState } from './decide-step-state'

const event = (kind: StateEvent['kind'], data: Partial<StateEvent> = {}): StateEvent => ({
  kind,
  isMachine: false,
  code: null,
  words: null,
  occurredAt: new Date(0),
  dedupeKey: kind,
  ...data,
})
const SENT: StepState = { status: 'sent', reason: null }
const UNCONFIRMED: StepState = { status: 'failed', reason: { code: 'unconfirmed', values: { words: 'timeout' } } }
const refused = (words: string) => ({ code: 'refused', values: { words } })

it.each<[string, StepState, StateEvent[], StepState]>([
  ['a delivery', SENT, [event('delivered')], { status: 'delivered', reason: null }],
  ['an opening by a person', SENT, [event('opened')], { status: 'opened', reason: null }],
  ['an opening by a program', SENT, [event('opened', { isMachine: true })], { status: 'delivered', reason: null }],
  ['a complaint', SENT, [event('complained')], { status: 'delivered', reason: null }],
  ['a deferral', SENT, [event('deferred')], SENT],
  [
    'a bounce after a delivery',
    SENT,
    [event('delivered'), event('bounced')],
    { status: 'bounced', reason: refused('bounced') },
  ],
  [
    'a bounce after an answer',
    { status: 'answered', reason: null },
    [event('bounced')],
    { status: 'answered', reason: null },
  ],
  [
    'a refusal by the provider',
    SENT,
    [event('rejected', { words: 'Virus' })],
    { status: 'failed', reason: refused('Virus') },
  ],
  [
    'a delivery without a reply to the message',
    UNCONFIRMED,
    [event('delivered')],
    { status: 'delivered', reason: null },
  ],
  [
    'two bounces, of which the first says why',
    SENT,
    [
      event('bounced', { words: 'later', occurredAt: new Date(2) }),
      event('bounced', { words: 'first', occurredAt: new Date(1) }),
    ],
    { status: 'bounced', reason: refused('first') },
  ],
])('the status of a step after %s', (_, current, events, state) => {
  expect(decideStepState(current, events)).toEqual(state)
})

const anEvent = fc.record({
  kind: fc.constantFrom(...MESSAGE_EVENT_KINDS),
  isMachine: fc.boolean(),
  code: fc.constantFrom(null, '5.1.1', '4.2.2'),
  words: fc.constantFrom(null, 'User unknown', 'Mailbox full'),
  occurredAt: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(ms)),
  dedupeKey: fc.uuid(),
})

it('neither the order of events nor the point at which each was applied changes the state of a step', () => {
  const cases = fc.record({
    current: fc.constantFrom<StepState>(SENT, UNCONFIRMED),
    events: fc.uniqueArray(anEvent, { selector: ({ dedupeKey }) => dedupeKey, maxLength: 8 }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  })
  fc.assert(
    fc.property(cases, ({ current, events, order }) => {
      const atOnce = decideStepState(current, events)
      const shuffled = events.toSorted((a, b) => (order[events.indexOf(a)] ?? 0) - (order[events.indexOf(b)] ?? 0))
      const oneByOne = shuffled.reduce(
        (state, _, index) => decideStepState(state, shuffled.slice(0, index + 1)),
        current,
      )
      expect(oneByOne).toEqual(atOnce)
    }),
  )
})
