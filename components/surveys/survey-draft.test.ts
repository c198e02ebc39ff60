import { expect, it } from 'vitest'
import { CreateSurvey, type Question } from '@/server/surveys/schema'
import { createConditionDraft, dropReferences, listDependents } from './rule-draft'
import {
  createInitialQuestions,
  createOptionDraft,
  createQuestionDraft,
  createSurveyDraft,
  type StoredSurvey,
  toPreviewInput,
  toSurveyDraft,
  toSurveyInput,
} from './survey-draft'

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
  {
    id: 'ten',
    type: 'text',
    text: 'Ten?',
    required: false,
    showIf: { any: [{ question: 'nps', min: 9 }, { question: 'why', answered: false }, { band: ['passive'] }] },
    next: [
      { if: { question: 'ten', answered: true }, to: 'end', ending: 'great' },
      {
        if: {
          all: [
            { question: 'nps', min: 2, max: 4 },
            { question: 'call', in: [false] },
          ],
        },
        to: 'last',
      },
      { to: 'end' },
    ],
  },
  { id: 'last', type: 'yes_no', text: 'Last?', required: false },
  {
    id: 'own',
    type: 'scale',
    text: 'Own',
    required: true,
    min: 0,
    max: 7,
    ends: { high: { en: 'Much', fr: 'Beaucoup' } },
  },
  { id: 'km', type: 'number', text: 'How far?', required: false, max: 9.5, unit: 'km' },
  {
    id: 'from',
    type: 'dropdown',
    text: 'From?',
    required: false,
    options: [
      { id: 'web', label: 'The web' },
      { id: 'other', label: 'Other', other: true },
    ],
    shuffle: true,
    showIf: {
      all: [
        { question: 'km', min: 1.5 },
        { question: 'own', min: 1, max: 3 },
      ],
    },
  },
  { id: 'day', type: 'date', text: 'When?', required: false, showIf: { question: 'from', in: ['other'] } },
  { id: 'ok', type: 'consent', text: 'Agreed', required: true, showIf: { question: 'day', max: '2026-12-31' } },
  {
    id: 'grid',
    type: 'matrix',
    text: 'Each?',
    required: true,
    options: [
      { id: 'good', label: { en: 'Good', fr: 'Bien' } },
      { id: 'bad', label: 'Bad' },
    ],
    rows: [{ id: 'food', label: { en: 'Food', fr: 'Repas' } }],
  },
  {
    id: 'best',
    type: 'ranking',
    text: 'Best?',
    required: false,
    options: [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ],
    showIf: { question: 'grid', in: ['food:good'] },
  },
  { id: 'why-best', type: 'text', text: 'Why?', required: false, showIf: { question: 'best', answered: true } },
  { id: 'bye', type: 'statement', text: 'Bye', required: false, showIf: { question: 'ok', in: [true] } },
]

const SURVEY: StoredSurvey = {
  name: 'After a visit',
  type: 'nps',
  questions: QUESTIONS,
  layout: 'one',
  endings: [{ id: 'great', title: { en: 'Great', fr: 'Super' }, text: 'See you', redirectUrl: 'https://example.com/' }],
  thanks: {
    positive: { title: 'Yes', button: { label: { en: 'More', fr: 'Plus' }, url: 'https://example.com/more' } },
    plain: { text: { en: 'Bye', fr: 'Salut' } },
  },
  cooldownDays: 90,
  changeHours: 24,
  priority: 'high',
}

it.each(['en', 'fr'] as const)(
  'opening a survey in %s and saving it without an edit does not change it',
  (language) => {
    expect(toSurveyInput(toSurveyDraft(SURVEY, language))).toEqual(SURVEY)
  },
)

it('a new question gets a readable unused id, which conditions refer to', () => {
  const draft = toSurveyDraft(SURVEY, 'en')
  const choice = { ...createQuestionDraft('multiple_choice', 'en'), text: 'Why?' }
  const [first, second] = choice.options
  if (!first || !second) throw new Error('a new choice question has two options')
  Object.assign(first, { label: 'Too slow' })
  Object.assign(second, { labelTranslated: 'Trop cher' })
  const conditions = [{ ...createConditionDraft(choice.ref), answers: [second.ref] }]
  const after = { ...createQuestionDraft('text', 'en'), text: 'Tell us', showIf: { match: 'any' as const, conditions } }
  draft.questions.push(choice, after)
  expect(toSurveyInput(draft).questions.slice(-2)).toMatchObject([
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

it('a removed question is named by what refers to it, which goes with it', () => {
  const { questions } = toSurveyDraft(SURVEY, 'en')
  const [, , , call, , ten] = questions
  if (!call || !ten) throw new Error('the survey has these questions')
  expect(listDependents(call.ref, questions).map(({ id }) => id)).toEqual(['when', 'ten'])
  expect(dropReferences(ten, call.ref).jumps).toHaveLength(3)
  expect(dropReferences(ten, questions[0]?.ref ?? '').showIf.conditions.map(({ operator }) => operator)).toEqual([
    'unanswered',
    'band',
  ])
  const jumpTarget = questions.find(({ id }) => id === 'last')?.ref ?? ''
  expect(dropReferences(ten, jumpTarget).jumps.map(({ to }) => to)).toEqual(['end', 'end'])
})

it('the initial questions of a new survey are valid', () => {
  const input = toSurveyInput({
    ...createSurveyDraft('en'),
    name: 'A',
    type: 'csat',
    questions: createInitialQuestions('csat', 'en'),
  })
  expect(CreateSurvey.parse(input).questions).toMatchObject([
    { id: 'csat', type: 'csat', required: true },
    { id: 'what-is-the-main-reason-for-your-score', type: 'text', required: false },
  ])
})

it('the survey preview omits questions and options without text', () => {
  const choice = createQuestionDraft('single_choice', 'en')
  const questions = [
    ...createInitialQuestions('nps', 'en'),
    createQuestionDraft('text', 'en'),
    { ...choice, text: 'Which?' },
  ]
  expect(toPreviewInput({ ...createSurveyDraft('en'), questions }).questions).toHaveLength(2)
  const options = ['Tea', 'Coffee', ''].map((label, index) => ({ ...createOptionDraft(`o${index}`), label }))
  const written = [...questions, { ...choice, text: 'Which?', options }]
  expect(toPreviewInput({ ...createSurveyDraft('en'), questions: written }).questions.at(-1)?.options).toHaveLength(2)
})

it('a new survey uses the language of the organization and keeps a translation only of unedited default texts', () => {
  const draft = createSurveyDraft('fr')
  expect(draft).toMatchObject({ isTranslated: false })
  expect(draft.questions[0]?.text).toMatch(/^Quelle est la probabilité/)
  expect(toSurveyInput(draft).questions[0]?.text).toMatchObject({
    en: expect.stringMatching(/^How likely/),
    fr: expect.stringMatching(/^Quelle est/),
  })
  const [metric, reason] = draft.questions
  if (!metric || !reason) throw new Error('a new survey has two questions')
  const edited = {
    ...draft,
    questions: [
      { ...metric, text: 'Reviendrez-vous ?' },
      { ...reason, text: 'Pourquoi ?' },
    ],
  }
  expect(toSurveyInput(edited).questions.map(({ text }) => text)).toEqual(['Reviendrez-vous ?', 'Pourquoi ?'])
  const translated = {
    ...edited,
    isTranslated: true,
    questions: [{ ...metric, text: 'Reviendrez-vous ?', textTranslated: 'Back?' }],
  }
  expect(toSurveyInput(translated).questions[0]?.text).toEqual({ en: 'Back?', fr: 'Reviendrez-vous ?' })
})

it('a survey opens with its translation fields only if it has a translation of its own', () => {
  expect(toSurveyDraft(SURVEY, 'fr')).toMatchObject({ isTranslated: true })
  const [, , , , , ten] = QUESTIONS
  expect(toSurveyDraft({ ...SURVEY, endings: [], thanks: {}, questions: ten ? [ten] : [] }, 'fr')).toMatchObject({
    isTranslated: false,
  })
  expect(
    toSurveyDraft(
      { ...SURVEY, endings: [], thanks: {}, questions: toSurveyInput(createSurveyDraft('en')).questions as Question[] },
      'en',
    ),
  ).toMatchObject({
    isTranslated: false,
  })
})
