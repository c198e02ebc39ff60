import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAILY_CAP_MAX, DAY_MINUTES } from '@/server/sequences/rules/constants'
import { SaveSequence } from '@/server/sequences/schema'
import { arbitraryConditions } from './conditions/arbitrary-conditions'
import { findSequenceFormErrors } from './find-sequence-form-errors'
import { copyStep, createEmptyStep } from './new-steps'
import { NO_RULES } from './rules/no-rules'
import { repeatsSurveyOfEarlierStep, toSequenceValues } from './sequence-form-values'
import { toSequenceInput } from './to-sequence-input'

const survey = (surveyId: string) => createEmptyStep('survey', surveyId, 0, 'en')

describe('reminders', () => {
  it('a later step with the same survey is a reminder', () => {
    expect(repeatsSurveyOfEarlierStep([survey('a'), survey('a')], 1)).toBe(true)
  })

  it('a step is no reminder if it is first, has another or no survey, or follows a message that only links to the survey', () => {
    expect(repeatsSurveyOfEarlierStep([survey('a'), survey('a')], 0)).toBe(false)
    expect(repeatsSurveyOfEarlierStep([survey('a'), survey('b')], 1)).toBe(false)
    expect(repeatsSurveyOfEarlierStep([survey(''), survey('')], 1)).toBe(false)
    expect(repeatsSurveyOfEarlierStep([{ type: 'sms', surveyId: 'a' }, survey('a')], 1)).toBe(false)
  })
})

describe('copies of steps', () => {
  it('the copy of a survey that goes out at once is a new step, a reminder three days later', () => {
    const original = { ...survey('a'), stepId: 'saved' }
    const copy = copyStep(original, 0, [original])
    expect(copy).toEqual({
      ...original,
      stepId: '',
      delay: { amount: '3', unit: 'days' },
      condition: 'not_answered',
    })
    expect(copyStep(copy, 1, [original, copy])).toEqual(copy)
  })

  it('the copy of an email keeps its texts, delay and condition, independent of the original', () => {
    const email = { ...createEmptyStep('email', '', 2, 'en'), condition: 'positive' as const }
    const copy = copyStep(email, 0, [email])
    expect(copy).toEqual(email)
    expect(copy.body).not.toBe(email.body)
  })
})

describe('webhook steps', () => {
  const findStepFaults = (step: object) =>
    findSequenceFormErrors({
      name: 'n',
      description: '',
      rules: NO_RULES,
      steps: [{ ...createEmptyStep('wait', '', 0, 'en'), ...step }],
    })

  it('a new webhook step requires a URL', () => {
    expect(findStepFaults({})).toEqual([{ name: 'steps.0.webhookUrl', fault: 'webhook' }])
    expect(findStepFaults({ webhookUrl: 'https://example.com' })).toEqual([])
  })

  it('a saved webhook step may have no URL', () => {
    expect(findStepFaults({ stepId: 'saved' })).toEqual([])
  })
})

describe('step texts', () => {
  const mail = {
    ...createEmptyStep('email', '', 0, 'fr'),
    subject: { en: '', fr: 'Merci' },
    body: { en: '', fr: 'Bonjour' },
  }
  const input = (step: typeof mail) =>
    toSequenceInput({ name: 'n', description: '', rules: NO_RULES, steps: [step] }).steps[0]

  it('a step has one text in the organization’s language until it is bilingual', () => {
    expect(input(mail)).toMatchObject({ subject: 'Merci', body: 'Bonjour' })
    const both = {
      ...mail,
      bilingual: true,
      subject: { en: 'Thanks', fr: 'Merci' },
      body: { en: 'Hello', fr: 'Bonjour' },
    }
    expect(input(both)).toMatchObject({ subject: { en: 'Thanks', fr: 'Merci' }, body: { en: 'Hello', fr: 'Bonjour' } })
  })

  it('a missing text is reported in its language', () => {
    const findStepFaults = (step: typeof mail) =>
      findSequenceFormErrors({ name: 'n', description: '', rules: NO_RULES, steps: [step] }).map(({ name }) => name)
    expect(findStepFaults({ ...mail, body: { en: '', fr: '' } })).toEqual(['steps.0.body.fr'])
    expect(findStepFaults({ ...mail, bilingual: true })).toEqual(['steps.0.subject.en', 'steps.0.body.en'])
    expect(findStepFaults({ ...mail, body: { en: '', fr: 'Bonjour {{nom}}' } })).toEqual(['steps.0.body.fr'])
  })

  it('a saved text without language is edited in the organization’s language', () => {
    const step = {
      id: 'a',
      type: 'email' as const,
      delay: 0,
      condition: 'always' as const,
      subject: 'Merci',
      body: 'Bonjour',
    }
    const [values] = toSequenceValues(
      { id: 's', name: 'n', description: '', status: 'draft', rules: NO_RULES, steps: [step] },
      'fr',
    ).steps
    expect(values).toMatchObject({
      subject: { en: '', fr: 'Merci' },
      body: { en: '', fr: 'Bonjour' },
      bilingual: false,
    })
  })
})

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

const arbitraryRules = fc.record({
  stopsOnAnswer: fc.boolean(),
  stopsOnOptOut: fc.boolean(),
  stopTag: orNull(fc.constant('vip')),
  stopOutsideSegmentId: orNull(fc.uuid()),
  lastDay: orNull(fc.constant('2026-12-24')),
  sendDays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  sendFrom: orNull(fc.integer({ min: 0, max: 700 })),
  sendUntil: orNull(fc.integer({ min: 701, max: DAY_MINUTES })),
  dailyCap: orNull(fc.integer({ min: 1, max: DAILY_CAP_MAX })),
})

describe('what the builder saves', () => {
  it('the rules, and the conditions and branches of steps, are those that were read', () => {
    const step = { type: 'wait' as const, delay: 0, condition: 'always' as const }
    fc.assert(
      fc.property(arbitraryConditions(), arbitraryRules, fc.uuid(), (conditions, rules, id) => {
        const steps = [
          { ...step, id, type: 'fork' as const, conditions },
          { ...step, id, conditions, branch: 'yes' as const },
          { ...step, id, branch: 'no' as const },
        ]
        const values = toSequenceValues({ id, name: 'n', description: '', status: 'draft', rules, steps }, 'en')
        const saved = SaveSequence.parse(toSequenceInput(values))
        expect(saved.rules).toEqual(rules)
        expect(saved.steps).toMatchObject([
          { conditions, branch: null },
          { conditions, branch: 'yes' },
          { conditions: null, branch: 'no' },
        ])
      }),
    )
  })
})
