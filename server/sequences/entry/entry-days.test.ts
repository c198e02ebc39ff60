import { expect, it } from 'vitest'
import { findDueDays, listNextDays, toDayCondition } from './entry-days'

const at = (text: string) => new Date(text)
const PARIS = 'Europe/Paris'

it('people of a day enter from nine o’clock local time on', () => {
  expect(findDueDays(at('2026-12-03T07:59:00Z'), '2026-12-02', PARIS)).toEqual({
    days: [],
    through: '2026-12-02',
    nextScanAt: at('2026-12-03T08:00:00Z'),
  })
  expect(findDueDays(at('2026-12-03T08:00:00Z'), '2026-12-02', PARIS)).toEqual({
    days: ['2026-12-03'],
    through: '2026-12-03',
    nextScanAt: at('2026-12-04T08:00:00Z'),
  })
})

it('a new rule begins with the next morning', () => {
  expect(findDueDays(at('2026-12-03T07:00:00Z'), null, PARIS)).toMatchObject({ days: [], through: '2026-12-02' })
  expect(findDueDays(at('2026-12-03T10:00:00Z'), null, PARIS)).toMatchObject({ days: [], through: '2026-12-03' })
  expect(listNextDays(at('2026-12-03T07:00:00Z'), PARIS, 2)).toEqual(['2026-12-03', '2026-12-04'])
  expect(listNextDays(at('2026-12-03T10:00:00Z'), PARIS, 2)).toEqual(['2026-12-04', '2026-12-05'])
})

it('up to three days are made up for', () => {
  const now = at('2026-12-03T10:00:00Z')
  expect(findDueDays(now, '2026-12-01', PARIS).days).toEqual(['2026-12-02', '2026-12-03'])
  expect(findDueDays(now, '2026-11-01', PARIS).days).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
})

it('a move to a time zone that is behind repeats no day', () => {
  const now = at('2026-12-03T08:30:00Z')
  expect(findDueDays(now, '2026-12-03', 'America/Los_Angeles')).toMatchObject({ days: [], through: '2026-12-03' })
})

it('the clock change moves the next morning by an hour', () => {
  expect(findDueDays(at('2026-10-24T10:00:00Z'), '2026-10-24', PARIS).nextScanAt).toEqual(at('2026-10-25T08:00:00Z'))
  expect(findDueDays(at('2026-03-28T10:00:00Z'), '2026-03-28', PARIS).nextScanAt).toEqual(at('2026-03-29T07:00:00Z'))
})

const datesOn = (day: string, dayOffset: number, isYearly: boolean) => {
  const condition = toDayCondition({ type: 'date_reached', propertyKey: 'since', dayOffset, isYearly }, day)
  return 'dates' in condition ? condition.dates : []
}

it.each([
  ['2026-12-03', 0, false, ['2026-12-03']],
  ['2026-12-03', 7, false, ['2026-11-26']],
  ['2026-12-28', -7, false, ['2027-01-04']],
  ['2026-12-28', -7, true, ['01-04']],
  ['2027-02-28', 0, true, ['02-28', '02-29']],
  ['2028-02-28', 0, true, ['02-28']],
  ['2028-02-29', 0, true, ['02-29']],
])('on %s, %i days after a date, those with the dates are due (yearly: %s)', (day, offset, isYearly, dates) => {
  expect(datesOn(day, offset, isYearly)).toEqual(dates)
})

it('every contact has one of the days of a recurring rule, again after as many days', () => {
  const slots = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].map((day) => {
    const condition = toDayCondition({ type: 'recurring', everyDays: 3 }, day)
    return 'slot' in condition ? condition.slot : null
  })
  expect(new Set(slots.slice(0, 3))).toEqual(new Set([0, 1, 2]))
  expect(slots[3]).toBe(slots[0])
})
