import { describe, expect, it } from 'vitest'
import { fillTemplate, findFirstTemplateError } from '../message-template'

const withoutName = {
  firstName: '',
  lastName: '',
  email: 'a@example.com',
  organization: 'Harbour',
  surveyLink: 'https://x.example/s/1',
  reviewLinks: '',
}
const withName = { ...withoutName, firstName: 'Ada', lastName: 'Lovelace' }

describe('texts with placeholders', () => {
  it.each([
    ['Dear {{firstName}}, bye', 'Dear , bye'],
    ['{{firstName}}, how was it?', ', how was it?'],
    ['Hello {{firstName}}!', 'Hello !'],
    ['How was {{firstName}}’s visit?', 'How was ’s visit?'],
    ['Are you there, {{firstName}} ?', 'Are you there,  ?'],
    ['Thanks. {{firstName}} is great', 'Thanks.  is great'],
    ['Dear {{firstName}}\nHow was it?', 'Dear'],
    ['Chère {{firstName}}', 'Chère'],
    ['A word for {{lastName}}', 'A word for'],
    ['Hello ({{firstName}} {{lastName|you}})', 'Hello ( …)'],
    ['Hello {{firstName}}{{lastName|you}}', 'Hello …'],
    ['Hello {{firstName|}}, bye', 'Hello , bye'],
  ])('rejects a text that reads broken without the name, and shows the result: %s', (text, reads) => {
    expect(findFirstTemplateError(text, true)).toMatchObject({ code: 'needsFallback', values: { reads } })
  })

  it.each([
    ['Hello {{firstName|there}}, bye', 'Hello there, bye', 'Hello Ada, bye'],
    ['Hello {{firstName}}', 'Hello', 'Hello Ada'],
    ['Bonjour {{ firstName }} !', 'Bonjour !', 'Bonjour Ada !'],
    ['Thanks {{firstName}} {{lastName}} so much', 'Thanks so much', 'Thanks Ada Lovelace so much'],
    ['{{firstName}}\nHow was it?', 'How was it?', 'Ada\nHow was it?'],
    ['{ braces } and }', '{ braces } and }', '{ braces } and }'],
    [
      '{{organization}} asks: {{surveyLink}}',
      'Harbour asks: https://x.example/s/1',
      'Harbour asks: https://x.example/s/1',
    ],
  ])('accepts a text that reads well with and without the name, and fills it in: %s', (text, without, known) => {
    expect(findFirstTemplateError(text, true)).toBeUndefined()
    expect(fillTemplate(text, withoutName)).toBe(without)
    expect(fillTemplate(text, withName)).toBe(known)
  })

  it.each([
    ['Hello {{nope}}', '{{nope}}'],
    ['Hello {{nope|you}}', '{{nope|you}}'],
    ['Hello {{FirstName|you}}', '{{FirstName|you}}'],
    ['Hello {{first name}}', '{{first name}}'],
    ['Hello {{firstName}, bye', '{{firstName},'],
    ['Hello firstName}} bye', 'firstName}}'],
    ['Hello {{}} bye', '{{}}'],
  ])('rejects a text with an unknown placeholder or a missing brace: %s', (text, placeholder) => {
    expect(findFirstTemplateError(text, true)).toEqual({ code: 'unknownPlaceholder', values: { placeholder } })
  })

  it('rejects a text that reads broken without the value of a contact property', () => {
    expect(findFirstTemplateError('Customer since {{property.since}}.', true)).toEqual({
      code: 'propertyNeedsFallback',
      values: { placeholder: '{{property.since}}', name: 'property.since', reads: 'Customer since .' },
    })
    expect(findFirstTemplateError('Customer since {{property.since|long ago}}.', true)).toBeUndefined()
    expect(findFirstTemplateError('Your {{property.plan}} plan', true)).toBeUndefined()
    expect(findFirstTemplateError('Your {{property.}} plan', true)).toMatchObject({ code: 'unknownPlaceholder' })
  })

  it('fills in contact properties, the fallback where a value is missing, and nothing without one', () => {
    const values = { ...withoutName, 'property.customer since': '3 May 2021' }
    expect(fillTemplate('Since {{ property.customer since | long }}', values)).toBe('Since 3 May 2021')
    expect(fillTemplate('Your {{property.plan|free}} plan', values)).toBe('Your free plan')
    expect(fillTemplate('Your {{property.plan}} plan', values)).toBe('Your plan')
  })

  it('rejects a survey link in a text without a survey, unless it has a fallback', () => {
    expect(findFirstTemplateError('Please: {{surveyLink}}', false)).toMatchObject({ code: 'nothingToLink' })
    expect(findFirstTemplateError('Please: {{surveyLink|come again}}', false)).toBeUndefined()
    expect(fillTemplate('Please: {{surveyLink|come again}}', { ...withoutName, surveyLink: '' })).toBe(
      'Please: come again',
    )
  })

  it.each(['{{firstName}}', ' {{firstName}}\n\n{{lastName}} ', '\u200b', '{{lastName|}}'])(
    'rejects a text that is empty without the name: %j',
    (text) => expect(findFirstTemplateError(text, true)).toMatchObject({ code: 'saysNothing' }),
  )
})
