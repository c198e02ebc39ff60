import { expect, it } from 'vitest'
import { readReason, reasonText } from './reasons'

it('reads back every sentence that it wrote, with its values', () => {
  const text = reasonText('throttled', { until: '2026-12-01T00:00:00.000Z', since: '2026-11-01T00:00:00.000Z' })
  expect(text).toBe(
    'Throttled until 2026-12-01T00:00:00.000Z: this contact got another survey on 2026-11-01T00:00:00.000Z.',
  )
  expect(readReason(text)).toEqual({
    code: 'throttled',
    values: { until: '2026-12-01T00:00:00.000Z', since: '2026-11-01T00:00:00.000Z' },
    text,
  })
  const words = '451 4.3.0 (try later): 50% [full] + more'
  const retrying = reasonText('retrying', { until: '2026-12-01T00:00:00.000Z', words })
  expect(readReason(retrying)).toMatchObject({ code: 'retrying', values: { words } })
  expect(readReason(reasonText('unsubscribed'))).toMatchObject({ code: 'unsubscribed', values: {} })
})

it('passes on a sentence that it did not write', () => {
  expect(readReason('By hand.')).toEqual({ code: 'other', values: { words: 'By hand.' }, text: 'By hand.' })
  expect(readReason(null)).toBeNull()
})
