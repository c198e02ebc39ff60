import { expect, it } from 'vitest'
import type { Question } from '@/server/surveys/schema'
import { listAnsweredChanges, makeNewQuestionId } from './list-answered-changes'
import { toSurveyDraft } from './survey-draft'
import { toSurveyInput } from './survey-input'

const QUESTIONS: Question[] = [
  { id: 'nps', type: 'nps', text: { en: 'Likely?', fr: 'Probable ?' }, required: true },
  { id: 'why', type: 'text', text: 'Why?', required: false },
  {
    id: 'best',
    type: 'single_choice',
    text: 'Best?',
    required: false,
    options: [
      { id: 'food', label: 'Food' },
      { id: 'staff', label: 'Staff' },
    ],
  },
  { id: 'grade', type: 'scale', text: 'Grade?', required: false, min: 1, max: 5, ends: { low: 'Bad' } },
]
const ANSWERS = { nps: 9, why: 4, best: 5, grade: 3 }

const editedBy = (change: (questions: Question[]) => Question[]) => {
  const survey = {
    name: '',
    type: 'nps',
    layout: 'all',
    thanks: {},
    cooldownDays: null,
    changeHours: null,
    priority: 'normal',
  } as const
  return toSurveyInput(toSurveyDraft({ ...survey, endings: [], fields: [], questions: change(QUESTIONS) }, 'en'))
    .questions
}
const list = (after: ReturnType<typeof editedBy>, answers: Record<string, number> = ANSWERS) =>
  listAnsweredChanges(QUESTIONS, after, answers).map(({ question, answers: n, changes }) => [question.id, n, changes])

it('lists no change for a survey as it was read, another order, another explanation or a new question', () => {
  expect(list(editedBy((questions) => questions))).toEqual([])
  const added: Question = { id: 'more', type: 'text', text: 'More?', required: false }
  const described = (questions: Question[]) =>
    questions.map((one) => ({ ...one, description: 'In a word', required: true }))
  expect(list(editedBy((questions) => [...described(questions).toReversed(), added]))).toEqual([])
})

it('lists what a save does to questions with answers: removed, reworded, other options, another scale', () => {
  const after = editedBy((questions) =>
    questions
      .filter(({ id }) => id !== 'why')
      .map((question) => ({
        ...question,
        ...(question.id === 'nps' ? { text: 'How likely?' } : {}),
        ...(question.id === 'best' ? { options: [{ id: 'food', label: 'Food' }] } : {}),
        ...(question.id === 'grade' ? { max: 10 } : {}),
      })),
  )
  expect(list(after)).toEqual([
    ['nps', 9, ['reworded']],
    ['why', 4, ['removed']],
    ['best', 5, ['options']],
    ['grade', 3, ['scale']],
  ])
  expect(list(after, { why: 0 })).toEqual([])
})

it('gives a question an id that was never answered', () => {
  const after = editedBy((questions) => questions)
  expect(makeNewQuestionId('why', { questions: after, answers: { ...ANSWERS, 'why-2': 1 } })).toBe('why-3')
})
