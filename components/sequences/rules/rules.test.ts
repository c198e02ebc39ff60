import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatClock, parseClock } from '@/components/clock-time'
import { getTranslator } from '@/server/messages/message-catalogue'
import { DAY_MINUTES } from '@/server/sequences/rules/constants'
import { SequenceRules } from '@/server/sequences/rules/schema'
import { describeRules } from './describe-rules'
import { NO_RULES } from './no-rules'

const describeIn = (locale: 'en' | 'fr', rules: Partial<SequenceRules>, segmentName: string | null = 'Paris') =>
  describeRules({ ...NO_RULES, ...rules }, { t: getTranslator(locale, 'sequenceRules'), locale, segmentName })

describe('rules of a sequence', () => {
  it('a new sequence has the rules that the service gives one without any', () => {
    expect(NO_RULES).toEqual(SequenceRules.parse({}))
    expect(describeIn('en', {})).toBe('')
  })

  it('they are described in one line in English and French', () => {
    const rules = {
      stopsOnAnswer: true,
      sendDays: [1, 2, 3, 4, 5],
      sendFrom: 9 * 60,
      sendUntil: 17 * 60,
      dailyCap: 2000,
    }
    expect(describeIn('en', rules)).toBe('Stops after an answer · Mon–Fri · 09:00–17:00 · At most 2,000 a day')
    expect(describeIn('fr', rules)).toBe(
      'S’arrête après une réponse · lun.–ven. · 09:00–17:00 · Au plus 2\u202f000 par jour',
    )
    const stops = { stopsOnOptOut: true, stopTag: 'vip', stopOutsideSegmentId: 'id', lastDay: '2026-12-24' }
    expect(describeIn('en', stops)).toBe(
      'Stops after an unsubscribe · Stops with the tag “vip” · Stops outside of “Paris” · Ends after 24 Dec 2026',
    )
    expect(describeIn('en', { stopOutsideSegmentId: 'id' }, null)).toBe('Stops outside of “a deleted segment”')
  })

  it('days are grouped if three or more follow each other', () => {
    expect(describeIn('en', { sendDays: [7, 1, 2, 4, 5, 6] })).toBe('Mon, Tue, Thu–Sun')
    expect(describeIn('en', { sendDays: [1, 2, 3, 4, 5, 6, 7] })).toBe('')
  })

  it('a time of day stays the same while it is edited', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MINUTES - 1 }), (minutes) => {
        expect(parseClock(formatClock(minutes))).toBe(minutes)
      }),
    )
    expect(formatClock(null)).toBe('')
    expect(parseClock('')).toBeNull()
  })
})
