import { expect, it } from 'vitest'
import { assessSendingRates } from './assess-sending-rates'

it.each([
  [{ sent: 0, bounced: 0, complained: 0 }, 'good', null],
  [{ sent: 10_000, bounced: 499, complained: 9 }, 'good', null],
  [{ sent: 1000, bounced: 0, complained: 1 }, 'good', null],
  [{ sent: 100, bounced: 9, complained: 1 }, 'good', null],
  [{ sent: 10_000, bounced: 500, complained: 0 }, 'warning', 'bounces'],
  [{ sent: 10_000, bounced: 0, complained: 10 }, 'warning', 'complaints'],
  [{ sent: 100, bounced: 19, complained: 0 }, 'warning', 'bounces'],
  [{ sent: 200, bounced: 20, complained: 0 }, 'stop', 'bounces'],
  [{ sent: 201, bounced: 20, complained: 0 }, 'warning', 'bounces'],
  [{ sent: 1666, bounced: 0, complained: 5 }, 'stop', 'complaints'],
  [{ sent: 1667, bounced: 0, complained: 5 }, 'warning', 'complaints'],
  [{ sent: 0, bounced: 0, complained: 5 }, 'stop', 'complaints'],
])('%o is %s because of %s', (counts, state, problem) => {
  expect(assessSendingRates(counts)).toEqual({ state, problem })
})
