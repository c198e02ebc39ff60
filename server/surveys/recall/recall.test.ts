import { beforeEach, describe, expect, it } from 'vitest'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { anOrganization } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'
import { fillWording, NO_RECALL, toPlainWording } from './wording'

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization()
})

const choice = { id: 'how', type: 'yes_no', text: 'Was it good?' }
const text = (words: unknown, more = {}) => ({ id: 'why', type: 'text', text: words, ...more })

/** @returns the stored survey, or sentences by path */
async function save(fields: object, type = 'custom') {
  const body = {
    name: 'Visit',
    type,
    questions: [choice, text('Why?')],
    fields: [{ id: 'order', signed: true }],
    ...fields,
  }
  const answer = await apiAs(organizationId, 'surveys:write')('POST /surveys', body)
  return answer.status === 201 ? 'stored' : answer.body.error.details
}

describe('POST /surveys checks placeholders', () => {
  it.each([
    'Hello {{firstName|there}}, why?',
    'Hello {{firstName}} {{lastName}} of ours',
    'Why {{answer.how|that}}, {{field.order|it}} and {{ property.plan | free }}?',
    'Why { that }?',
  ])('201: %s', async (words) => {
    expect(await save({ questions: [choice, text(words), text('{{answer.why|x}}', { id: 'end' })] })).toBe('stored')
  })

  it.each([
    ['{{first_name}} why?', /^Use \{\{firstName\|there\}\}.* in place of \{\{first_name\}\}\.$/],
    ['{{email}} why?', /in place of \{\{email\}\}/],
    ['Why {{?', /in place of \{\{\?/],
    ['Why {{answer.gone|that}}?', /no question of this survey has this id/],
    ['Why {{answer.why|that}}?', /given before/],
    ['Why {{answer.end|that}}?', /given before/],
    ['Why {{answer.note|that}}?', /given before/],
    ['Why {{answer.terms|that}}?', /given before/],
    ['Why {{field.plan|that}}?', /Declare the hidden field of \{\{field\.plan\|that\}\}/],
    ['Why “{{answer.how}}”?', /reads “Why “”\?”/],
    ['Why for {{field.order}}?', /Add a fallback: \{\{field\.order\|…\}\}/],
    ['Dear {{firstName}}, why?', /Without a name/],
    ['{{answer.how}}', /without a value, this is empty/],
    ['Why, on {{property.plann}} today?', /no contact property “plann”/],
  ])('400: %s', async (words, sentence) => {
    const note = { id: 'note', type: 'statement', text: 'Note' }
    const terms = { id: 'terms', type: 'consent', text: 'Yes' }
    const questions = [choice, note, terms, text(words), text('Bye?', { id: 'end' })]
    expect(await save({ questions })).toEqual({ 'questions.3.text': [expect.stringMatching(sentence)] })
  })

  it('400: names the language, the description, the ending and the thanks', async () => {
    const bad = { en: 'Fine', fr: '{{nom}}' }
    const details = await save({
      questions: [
        choice,
        text('Why?', { description: bad }),
        { id: 'ok', type: 'consent', text: 'Yes {{firstName|you}}' },
      ],
      endings: [{ id: 'end', title: bad, text: '{{answer.why|x}} {{answer.gone|x}}' }],
      thanks: { plain: { title: '{{answer.how|x}} {{nom}}', text: bad } },
    })
    expect(Object.keys(details).toSorted()).toEqual([
      'endings.0.text',
      'endings.0.title.fr',
      'questions.1.description.fr',
      'questions.2.text',
      'thanks.plain.text.fr',
      'thanks.plain.title',
    ])
  })

  it('201: repeats the score that is asked first, and a declared property without a fallback', async () => {
    const label = { en: 'Plan', fr: 'Formule' }
    await createContactProperty(organizationId, { key: 'plan', type: 'text', label, options: [] })
    const questions = [text('You gave {{answer.nps|no score}} on {{property.plan}}')]
    expect(await save({ questions }, 'nps')).toBe('stored')
  })

  it('400: PATCH refuses to remove a hidden field or a question that a text repeats', async () => {
    const call = apiAs(organizationId, 'surveys:*')
    const questions = [choice, text('Why {{answer.how|that}} of {{field.order|it}}?')]
    const fields = [{ id: 'order', signed: false }]
    const { body } = await call('POST /surveys', { name: 'Visit', type: 'custom', questions, fields })
    const patch = async (input: object) => (await call(`PATCH /surveys/${body.data.id}`, input)).body.error?.details
    expect(Object.keys(await patch({ fields: [] }))).toEqual(['questions.1.text'])
    expect(Object.keys(await patch({ questions: [questions[1]] }))).toEqual(['questions.0.text'])
    expect(await patch({ name: 'Other', fields })).toBeUndefined()
  })
})

describe('a text', () => {
  it.each([
    ['Hello {{firstName|there}}!', 'Hello there!', 'Hello there!'],
    ['{{firstName}} hello {{answer.a}} you', 'hello you', '… hello … you'],
    ['Keep {{this}} {{ }}', 'Keep {{this}} {{ }}', 'Keep {{this}} {{ }}'],
    ['  plain  ', '  plain  ', '  plain  '],
  ])('%s without values, and the same for everyone', (words, filled, plain) => {
    expect([fillWording(words, NO_RECALL), toPlainWording(words)]).toEqual([filled, plain])
  })
})
