import { expect, it } from 'vitest'
import type { ExportedResponse } from '@/server/responses/schema'
import { toCsvRows } from './csv-rows'

const GIVEN: ExportedResponse = {
  id: '11111111-1111-4111-8111-111111111111',
  survey: { id: '22222222-2222-4222-8222-222222222222', name: 'Visits' },
  contact: null,
  contactEmail: null,
  status: 'completed',
  metric: 'nps',
  rating: 6,
  band: 'negative',
  language: 'en',
  answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Too loud', labels: [] }],
  submittedAt: '2026-11-20T10:00:00.000Z',
}

it('a score stands between its metric and the end of its scale, each in a column of its own', () => {
  const scored = [
    GIVEN,
    { ...GIVEN, metric: 'csat' as const, rating: 5, band: 'positive' as const },
    { ...GIVEN, metric: 'ces' as const, rating: 7, band: 'positive' as const },
    { ...GIVEN, metric: null, rating: null, band: null },
  ]
  const rows = toCsvRows(scored, (column) => column)
  expect(rows.map(({ metric, score, scaleMax, band }) => [metric, score, scaleMax, band])).toEqual([
    ['nps', 6, 10, 'negative'],
    ['csat', 5, 5, 'positive'],
    ['ces', 7, 7, 'positive'],
    ['', '', '', ''],
  ])
  const columns = Object.keys(rows[0] ?? {})
  expect(columns.slice(5, 9)).toEqual(['metric', 'score', 'scaleMax', 'band'])
  expect(columns.at(-1)).toBe('Why?')
})
