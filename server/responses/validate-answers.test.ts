import { describe, expect, it } from 'vitest'
import type { Question } from '../surveys/schema'
import { toFormAnswerValues, validateAnswers } from './validate-answers'

const ask = (type: Question['type'], rest: Partial<Question> = {}): Question => ({
  id: 'q',
  type,
  text: { en: 'Question', fr: 'Question\u202f?' },
  required: true,
  ...rest,
})

const OPTIONS = [
  { id: 'web', label: 'The web' },
  { id: 'other', label: { en: 'Other', fr: 'Autre' }, other: true },
]

function answer(question: Question, form: Record<string, string[]>) {
  const { answers, errors } = validateAnswers([question], new Map(Object.entries(form)), 'fr')
  return {
    values: Object.fromEntries(answers.map(({ questionId, value }) => [questionId, value])),
    errors: [...errors],
  }
}

describe('the answers of a form', () => {
  it.each([
    [ask('smileys'), '5', 5],
    [ask('thumbs'), 'no', false],
    [ask('scale', { min: 0, max: 2 }), '0', 0],
    [ask('number', { min: -2, max: 3 }), ' -1,5 ', -1.5],
    [ask('number'), '1000000000', 1_000_000_000],
    [ask('date'), '2028-02-29', '2028-02-29'],
    [ask('dropdown', { options: OPTIONS }), 'web', 'web'],
    [ask('consent'), 'yes', true],
  ])('are read by the type of the question, and can be shown again (case %#)', (question, field, value) => {
    const { values, errors } = answer(question, { q: [field] })
    expect({ values, errors }).toEqual({ values: { q: value }, errors: [] })
    const [shown = ''] = toFormAnswerValues({ value })
    expect(answer(question, { q: [shown] }).values).toEqual({ q: value })
  })

  it.each([
    [ask('smileys'), '6', 'range'],
    [ask('thumbs'), 'up', 'option'],
    [ask('scale', { min: 0, max: 2 }), '3', 'range'],
    [ask('number'), '1e3', 'number'],
    [ask('number'), '0x1f', 'number'],
    [ask('number'), '9999999999', 'limits'],
    [ask('number', { min: 1 }), '0,9', 'limits'],
    [ask('date'), '2027-02-29', 'date'],
    [ask('date'), 'tomorrow', 'date'],
    [ask('dropdown', { options: OPTIONS }), 'radio', 'option'],
    [ask('consent'), 'no', 'option'],
    [ask('consent'), '', 'required'],
  ])('are refused if the question does not allow them (case %#)', (question, field, error) => {
    expect(answer(question, { q: [field] })).toEqual({ values: {}, errors: [['q', error]] })
  })

  it('a matrix has one answer in each row, and a ranking an order; both are kept until they are complete', () => {
    const rows = ['food', 'staff'].map((id) => ({ id, label: id }))
    const matrix = ask('matrix', { rows, options: ['good', 'bad'].map((id) => ({ id, label: id })) })
    expect(answer(matrix, { q: ['staff:bad', 'food:good'] })).toEqual({
      values: { q: ['food:good', 'staff:bad'] },
      errors: [],
    })
    expect(answer(matrix, { q: ['food:good'] })).toEqual({ values: { q: ['food:good'] }, errors: [['q', 'rows']] })
    expect(answer({ ...matrix, required: false }, { q: ['food:good', 'food:bad'] }).values).toEqual({
      q: ['food:good'],
    })
    expect(answer(matrix, { q: ['food:so'] }).errors).toEqual([['q', 'option']])

    const ranking = ask('ranking', { options: ['a', 'b', 'c'].map((id) => ({ id, label: id })) })
    const { values, errors } = answer(ranking, { q: ['a:3', 'b:1', 'c:2'] })
    expect({ values, errors }).toEqual({ values: { q: ['b', 'c', 'a'] }, errors: [] })
    expect(toFormAnswerValues({ type: 'ranking', value: ['b', 'c', 'a'] })).toEqual(['b:1', 'c:2', 'a:3'])
    expect(answer(ranking, { q: ['a:1', 'b:1', 'c:2'] }).errors).toEqual([['q', 'places']])
    expect(answer(ranking, { q: ['a:1', 'b:2'] }).errors).toEqual([['q', 'places']])
    expect(answer({ ...ranking, required: false }, { q: ['a:1', 'b:2'] }).errors).toEqual([])
    expect(answer(ranking, { q: ['a:4'] }).errors).toEqual([['q', 'option']])
  })

  it('a statement asks nothing, whatever is sent for it', () => {
    expect(answer(ask('statement', { required: false }), { q: ['x'] })).toEqual({ values: {}, errors: [] })
  })

  it('the text beside “other” is an answer of its own, only while “other” is chosen', () => {
    const question = ask('multiple_choice', { options: OPTIONS })
    const { answers } = validateAnswers(
      [question],
      new Map([
        ['q', ['other', 'web']],
        ['q.other', [' A podcast ']],
      ]),
      'fr',
    )
    expect(answers).toEqual([
      {
        questionId: 'q',
        type: 'multiple_choice',
        text: 'Question\u202f?',
        value: ['web', 'other'],
        labels: ['The web', 'Autre'],
      },
      { questionId: 'q.other', type: 'text', text: 'Question\u202f? – Autre', value: 'A podcast', labels: [] },
    ])
    expect(answer(question, { q: ['web'], 'q.other': ['A podcast'] }).values).toEqual({ q: ['web'] })
    expect(answer(question, { q: ['other'], 'q.other': [''] }).values).toEqual({ q: ['other'] })
    expect(answer(question, { q: ['other'], 'q.other': ['x'.repeat(5001)] }).errors).toEqual([['q', 'tooLong']])
  })
})
