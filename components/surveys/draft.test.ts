import { expect, it } from 'vitest'
import { CreateSurvey, type Question } from '@/server/surveys/schema'
import { firstQuestions, newOption, newQuestion, toDraft, toInput, toPreview } from './draft'

const QUESTIONS: Question[] = [
  { id: 'nps', type: 'nps', text: { en: 'How likely?', fr: 'Quelle probabilité ?' }, required: true },
  { id: 'why', type: 'text', text: 'Why?', description: { en: 'In short', fr: 'En bref' }, required: false },
  {
    id: 'about',
    type: 'single_choice',
    text: 'About what?',
    required: false,
    options: [
      { id: 'price', label: 'Price' },
      { id: 'service', label: { en: 'Service', fr: 'Service client' } },
    ],
    showIf: { band: ['detractor', 'passive'] },
  },
  { id: 'call', type: 'yes_no', text: 'Call?', required: true, showIf: { question: 'about', in: ['service'] } },
  { id: 'when', type: 'text', text: 'When?', required: false, showIf: { question: 'call', in: [true] } },
  { id: 'ten', type: 'text', text: 'Ten?', required: false, showIf: { question: 'nps', in: [10, 9] } },
]

it('opening a survey and saving it without an edit does not change it', () => {
  expect(toInput(toDraft('After a visit', 'nps', QUESTIONS))).toEqual({
    name: 'After a visit',
    type: 'nps',
    questions: QUESTIONS,
  })
})

it('a new question gets a readable unused id, which conditions refer to', () => {
  const draft = toDraft('After a visit', 'nps', QUESTIONS)
  const choice = { ...newQuestion('multiple_choice'), text: 'Why?' }
  const [first, second] = choice.options
  if (!first || !second) throw new Error('a choice begins with two answers')
  Object.assign(first, { label: 'Too slow' })
  Object.assign(second, { labelFr: 'Trop cher' })
  const after = { ...newQuestion('text'), text: 'Tell us', condition: 'answer' as const, source: choice.ref }
  draft.questions.push(choice, { ...after, sourceAnswers: [second.ref] })
  expect(toInput(draft).questions.slice(-2)).toMatchObject([
    {
      id: 'why-2',
      options: [
        { id: 'too-slow', label: 'Too slow' },
        { id: 'trop-cher', label: 'Trop cher' },
      ],
    },
    { id: 'tell-us', showIf: { question: 'why-2', in: ['trop-cher'] } },
  ])
})

it('the initial questions of a new survey are valid', () => {
  const input = toInput({ name: 'A', type: 'csat', questions: firstQuestions('csat') })
  expect(CreateSurvey.parse(input).questions).toMatchObject([
    { id: 'csat', type: 'csat', required: true },
    { id: 'what-is-the-main-reason-for-your-score', type: 'text', required: false },
  ])
})

it('the survey preview omits questions and options without text', () => {
  const choice = newQuestion('single_choice')
  const questions = [...firstQuestions('nps'), newQuestion('text'), { ...choice, text: 'Which?' }]
  expect(toPreview({ name: '', type: 'nps', questions }).questions).toHaveLength(2)
  const options = ['Tea', 'Coffee', ''].map((label, at) => ({ ...newOption(`o${at}`), label }))
  const written = [...questions, { ...choice, text: 'Which?', options }]
  expect(toPreview({ name: '', type: 'nps', questions: written }).questions.at(-1)?.options).toHaveLength(2)
})
