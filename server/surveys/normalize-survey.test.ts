import { expect, it } from 'vitest'
import { normalizeSurvey } from './normalize-survey'
import { CreateSurvey } from './schema'

it('completes a survey with its metric, ids and defaults', () => {
  const input = CreateSurvey.parse({
    name: ' Visit ',
    type: 'csat',
    questions: [{ type: 'single_choice', text: 'Why?', options: [{ label: 'Price' }, { label: 'Price' }] }],
    thanks: { plain: {}, positive: { title: 'Great', text: null } },
  })
  expect(normalizeSurvey(input)).toEqual({
    name: 'Visit',
    type: 'csat',
    questions: [
      { id: 'csat', type: 'csat', text: expect.objectContaining({ en: expect.any(String) }), required: true },
      {
        id: 'why',
        type: 'single_choice',
        text: 'Why?',
        required: false,
        options: [
          { id: 'price', label: 'Price' },
          { id: 'price-2', label: 'Price' },
        ],
      },
    ],
    cooldownDays: null,
    changeHours: null,
    priority: 'normal',
    layout: 'all',
    endings: [],
    thanks: { positive: { title: 'Great' } },
    fields: [],
  })
})

it('names what is not valid by path', () => {
  const questions = [{ id: 'a', type: 'yes_no', text: 'Again?', next: [{ to: 'end', ending: 'gone' }] }]
  const input = CreateSurvey.parse({ name: 'A', type: 'custom', questions })
  expect(() => normalizeSurvey(input)).toThrow(
    expect.objectContaining({ fields: { 'questions.0.next.0.ending': [expect.any(String)] } }),
  )
})
