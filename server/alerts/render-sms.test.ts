import { expect, it } from 'vitest'
import { countSegments } from '../messaging/sms-text'
import type { AlertItem } from './load-notification'
import { renderSms } from './render-sms'
import { buildShortLink, resolveShortLinkPath } from './short-link'

it('an alert text message fits into two SMS segments, however long the name and the comment', () => {
  const render = (who: string, comment: string, language: 'en' | 'fr' = 'en') => {
    const item: AlertItem = {
      trigger: 'response',
      id: '0199b2c4-0000-7000-8000-000000000000',
      customerName: who,
      scores: [
        { metric: 'nps', score: 2 },
        { metric: 'csat', score: 1 },
        { metric: 'ces', score: 1 },
      ],
      comments: [comment],
      sourceName: null,
      locationName: null,
    }
    return renderSms(language, { rule: 'Unhappy', trigger: 'response', isTest: false, items: [item], total: 1 })
  }
  for (const comment of ['', 'fine', 'word '.repeat(400), 'ağır '.repeat(400), '😀'.repeat(400), '€'.repeat(400)])
    for (const who of ['Ada', 'Ł'.repeat(300), 'A'.repeat(300)])
      for (const language of ['en', 'fr'] as const) {
        const text = render(who, comment, language)
        expect(countSegments(text)).toBeLessThanOrEqual(2)
        expect(text).toMatch(
          language === 'en' ? /^NPS 2\/10, CSAT 1\/5, CES 1\/7 from / : /^.+ : NPS 2\/10, CSAT 1\/5, CES 1\/7/,
        )
        expect(text).toMatch(/\nhttps:\/\/feedback\.example\.com\/r\/r[\w-]{22}$/)
      }
  expect(render('Ada', 'see http://evil.example now')).not.toContain('http://evil')
  const longRule = { rule: 'ş'.repeat(100), trigger: 'review', isTest: false, items: [], total: 12 } as const
  expect(countSegments(renderSms('fr', { ...longRule, items: [] }))).toBeLessThanOrEqual(2)
})

it('a short link resolves to its response or review, and an invalid one to nothing', () => {
  const id = '0199b2c4-0000-7000-8000-0000000000ff'
  const toCode = (trigger: 'response' | 'review') => buildShortLink(trigger, id).split('/r/')[1] ?? ''
  expect(resolveShortLinkPath(toCode('response'))).toBe(`/responses/${id}`)
  expect(resolveShortLinkPath(toCode('review'))).toBe(`/reviews/${id}`)
  for (const invalidCode of ['', 'r', 'x'.repeat(23), `${toCode('review')}0`, 'r../../../../../../../../a'])
    expect(resolveShortLinkPath(invalidCode)).toBeNull()
})
