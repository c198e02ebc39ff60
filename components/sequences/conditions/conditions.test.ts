import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPropertyCondition, PROPERTY_OPERATORS } from '@/server/contacts/filters/constants'
import { getTranslator } from '@/server/messages/message-catalogue'
import { StepConditions, type StepCriterion } from '@/server/sequences/conditions/schema'
import { arbitraryConditions } from './arbitrary-conditions'
import {
  comparesValue,
  createCriterion,
  isComplete,
  listAnswerChoices,
  readPropertyCondition,
  toAnswerValue,
} from './criteria'
import { describeConditions } from './describe-conditions'

describe('missing values', () => {
  it('conditions are complete in the builder if the service accepts them', () => {
    const blank = { match: 'all', items: [createCriterion('property')] } as const
    fc.assert(
      fc.property(arbitraryConditions({ blank: true }), (conditions) => {
        expect(isComplete(conditions)).toBe(StepConditions.safeParse(conditions).success)
      }),
      { examples: [[{ ...blank, items: [...blank.items] }], [{ match: 'any', items: [createCriterion('answer')] }]] },
    )
  })

  it('a condition on a property keeps what is typed, with the spaces in and around it', () => {
    const value = fc.stringMatching(/^[ a-z=!]{0,8}$/u)
    fc.assert(
      fc.property(fc.constantFrom(...PROPERTY_OPERATORS), value, (operator, typed) => {
        const condition = { key: 'plan', operator, value: comparesValue(operator) ? typed : '' }
        expect(readPropertyCondition(formatPropertyCondition(condition))).toEqual(condition)
      }),
      {
        examples: [
          ['is', 'pro '],
          ['atLeast', '=1'],
        ],
      },
    )
  })

  it('an answer is stored as responses store it', () => {
    expect(toAnswerValue('9', { type: 'nps' })).toBe(9)
    expect(toAnswerValue('false', { type: 'yes_no' })).toBe(false)
    expect(toAnswerValue('9', { type: 'text' })).toBe('9')
    expect(toAnswerValue('', { type: 'nps' })).toBe('')
    const choices = listAnswerChoices(
      { id: 'q', type: 'yes_no', text: '?', required: false },
      { yes: 'Yes', no: 'No' },
      'en',
    )
    expect(choices?.map(({ value }) => toAnswerValue(value, { type: 'yes_no' }))).toEqual([true, false])
  })
})

const LOCATION = '01890000-0000-7000-8000-000000000001'
const SURVEY = '01890000-0000-7000-8000-000000000002'

const names = {
  locations: { [LOCATION]: 'Paris' },
  surveys: {
    [SURVEY]: {
      name: 'Visit',
      questions: [
        {
          id: 'color',
          type: 'single_choice' as const,
          text: { en: 'Which color?', fr: 'Quelle couleur\u202f?' },
          required: false,
          options: [{ id: 'red', label: { en: 'Red', fr: 'Rouge' } }],
        },
      ],
    },
  },
}

const properties = [
  {
    id: 'p',
    key: 'plan',
    type: 'choice' as const,
    label: { en: 'Plan', fr: 'Formule' },
    options: [{ value: 'pro', label: { en: 'Pro', fr: 'Pro+' } }],
  },
]

function describeItems(language: 'en' | 'fr', items: StepCriterion[], match: 'all' | 'any' = 'all') {
  return describeConditions(
    { match, items },
    {
      t: getTranslator(language, 'stepConditions'),
      tProperties: getTranslator(language, 'properties'),
      common: getTranslator(language, 'common'),
      language,
      properties,
      names,
    },
  )
}

describe('sentences', () => {
  const items: StepCriterion[] = [
    { type: 'tag', tag: 'vip', is: true },
    { type: 'property', condition: 'plan!=pro' },
    { type: 'answer', surveyId: SURVEY, questionId: 'color', operator: 'is', value: 'red' },
  ]

  it('conditions are one sentence, with the names of what they are about', () => {
    expect(describeItems('en', items)).toBe('has the tag “vip”, Plan is not Pro and “Which color?” in “Visit” is Red')
    expect(describeItems('fr', items, 'any')).toBe(
      'a l’étiquette «\u202fvip\u202f», Formule n’est pas Pro+ ou «\u202fQuelle couleur\u202f?\u202f» de «\u202fVisit\u202f» est Rouge',
    )
  })

  it('each condition says when its opposite must hold', () => {
    const opposites: StepCriterion[] = [
      { type: 'tag', tag: 'vip', is: false },
      { type: 'location', locationId: LOCATION, is: false },
      { type: 'language', language: 'fr', is: false },
      { type: 'band', band: 'positive', is: false },
    ]
    expect(opposites.map((item) => describeItems('en', [item]))).toEqual([
      'does not have the tag “vip”',
      'location is not Paris',
      'language is not French',
      'latest score is not positive',
    ])
  })

  it('a deleted location, survey or question is named as such', () => {
    expect(describeItems('en', [{ type: 'location', locationId: SURVEY, is: true }])).toBe(
      'location is a deleted location',
    )
    expect(
      describeItems('en', [{ type: 'answer', surveyId: LOCATION, questionId: 'q', operator: 'at_least', value: 9 }]),
    ).toBe('“a deleted question” in “a deleted survey” is at least 9')
  })
})
