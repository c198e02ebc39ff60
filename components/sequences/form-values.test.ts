import { describe, expect, it } from 'vitest'
import { asksAgain, emptyStep, findFaults, initialValues, toInput } from './form-values'

const survey = (surveyId: string) => emptyStep('survey', surveyId, 0, 'en')

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
    findFaults({ name: 'n', description: '', steps: [{ ...emptyStep('wait', '', 0, 'en'), ...step }] })

  it('needs the address to call', () => {
    expect(faultsOf({})).toEqual([{ name: 'steps.0.webhookUrl', fault: 'webhook' }])
    expect(faultsOf({ webhookUrl: 'https://example.com' })).toEqual([])
  })

  it('may stay without an address if it was saved so', () => {
    expect(faultsOf({ stepId: 'saved' })).toEqual([])
  })
})

describe('the texts of a step', () => {
  const mail = { ...emptyStep('email', '', 0, 'fr'), subject: { en: '', fr: 'Merci' }, body: { en: '', fr: 'Bonjour' } }
  const input = (step: typeof mail) => toInput({ name: 'n', description: '', steps: [step] }).steps[0]

  it('are the organization’s language first, and one text for everybody until the other is written', () => {
    expect(input(mail)).toMatchObject({ subject: 'Merci', body: 'Bonjour' })
    const both = {
      ...mail,
      bilingual: true,
      subject: { en: 'Thanks', fr: 'Merci' },
      body: { en: 'Hello', fr: 'Bonjour' },
    }
    expect(input(both)).toMatchObject({ subject: { en: 'Thanks', fr: 'Merci' }, body: { en: 'Hello', fr: 'Bonjour' } })
  })

  it('are asked for in the language that is missing', () => {
    const faultsOf = (step: typeof mail) =>
      findFaults({ name: 'n', description: '', steps: [step] }).map(({ name }) => name)
    expect(faultsOf({ ...mail, body: { en: '', fr: '' } })).toEqual(['steps.0.body.fr'])
    expect(faultsOf({ ...mail, bilingual: true })).toEqual(['steps.0.subject.en', 'steps.0.body.en'])
    expect(faultsOf({ ...mail, body: { en: '', fr: 'Bonjour {{nom}}' } })).toEqual(['steps.0.body.fr'])
  })

  it('stand in the organization’s language when a saved one is for everybody', () => {
    const step = {
      id: 'a',
      type: 'email' as const,
      delay: 0,
      condition: 'always' as const,
      subject: 'Merci',
      body: 'Bonjour',
    }
    const [values] = initialValues({ id: 's', name: 'n', description: '', status: 'draft', steps: [step] }, 'fr').steps
    expect(values).toMatchObject({
      subject: { en: '', fr: 'Merci' },
      body: { en: '', fr: 'Bonjour' },
      bilingual: false,
    })
  })
})
