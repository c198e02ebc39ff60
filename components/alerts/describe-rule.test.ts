import { expect, it } from 'vitest'
import { getTranslator } from '@/server/messages/message-catalogue'
import { type DescribableRule, describeRule } from './describe-rule'

const CHOICES = {
  surveys: [{ id: 's', name: 'After a visit' }],
  locations: [{ id: 'l', name: 'Airport' }],
  people: [{ id: 'a', name: 'Ada' }],
}

const RULE: DescribableRule = {
  trigger: 'response',
  bands: ['negative'],
  npsAtMost: 6,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: ['refund'],
  surveyIds: ['s'],
  locationIds: ['l', 'gone'],
  userIds: ['a'],
  smsUserIds: ['a'],
  channels: [{ kind: 'slack' }, { kind: 'slack' }],
  pauseMinutes: 15,
}

const describeIn = (locale: 'en' | 'fr', rule: Partial<DescribableRule> = {}) =>
  describeRule(getTranslator(locale, 'alerts'), locale, { ...RULE, ...rule }, CHOICES)

it('describes an alert rule in one sentence in English and French', () => {
  expect(describeIn('en')).toBe(
    'When a response to After a visit about Airport or a deleted location is negative, gives NPS 6 or less, or mentions “refund”, email Ada, text Ada, and post to Slack, at most every 15 minutes.',
  )
  expect(describeIn('fr')).toBe(
    'Quand une réponse à After a visit sur Airport ou un établissement supprimé est négative, a un NPS de 6 ou moins ou mentionne «\u202frefund\u202f»\u202f: e-mail à Ada, SMS à Ada et message dans Slack, au plus toutes les 15 minutes.',
  )
})

it('omits empty conditions and those of the other trigger from the description of an alert rule', () => {
  const noRecipients = {
    userIds: [],
    smsUserIds: [],
    channels: [],
    surveyIds: [],
    locationIds: [],
    words: [],
    pauseMinutes: 0 as const,
  }
  expect(describeIn('en', { ...noRecipients, trigger: 'review' })).toBe('When a review arrives, tell no one yet.')
  expect(describeIn('en', { ...noRecipients, trigger: 'review', starsAtMost: 2 })).toBe(
    'When a review has 2 stars or fewer, tell no one yet.',
  )
})
