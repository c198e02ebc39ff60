import { describe, expect, it } from 'vitest'
import { asksAgain, emptyStep, findFaults } from './form-values'

const survey = (surveyId: string) => emptyStep('survey', surveyId, 0)

describe('the same survey in a later step', () => {
  it('is a reminder', () => {
    expect(asksAgain([survey('a'), survey('a')], 1)).toBe(true)
  })

  it('is no reminder for the first step, another survey, no survey yet, or after a message that only links to it', () => {
    expect(asksAgain([survey('a'), survey('a')], 0)).toBe(false)
    expect(asksAgain([survey('a'), survey('b')], 1)).toBe(false)
    expect(asksAgain([survey(''), survey('')], 1)).toBe(false)
    expect(asksAgain([{ type: 'sms', surveyId: 'a' }, survey('a')], 1)).toBe(false)
  })
})

describe('a webhook step', () => {
  const faultsOf = (step: object) =>
    findFaults({ name: 'n', description: '', steps: [{ ...emptyStep('wait', '', 0), ...step }] })

  it('needs the address to call', () => {
    expect(faultsOf({})).toEqual([{ name: 'steps.0.webhookUrl', fault: 'webhook' }])
    expect(faultsOf({ webhookUrl: 'https://example.com' })).toEqual([])
  })

  it('may stay without an address if it was saved so', () => {
    expect(faultsOf({ stepId: 'saved' })).toEqual([])
  })
})
