import { expect, it } from 'vitest'
import { CreateSurvey, type Question } from '@/server/surveys/schema'
import { dropTranslations, NO_TEXTS, writeOnlyText } from './draft-texts'
import { listMissingTexts } from './missing-texts'
import { createInitialQuestions, createOptionDraft, createQuestionDraft } from './question-draft'
import { createConditionDraft, dropReferences, listDependents } from './rule-draft'
import { createSurveyDraft, type StoredSurvey, toSurveyDraft } from './survey-draft'
import { toPreviewInput, toSurveyInput } from './survey-input'

const inEnglish = (text: string) => ({ ...NO_TEXTS, en: text })
const inFrench = (text: string) => ({ ...NO_TEXTS, fr: text })

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

const WHY: Question = { id: 'why', type: 'text', text: 'Why?', required: false }

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
  fields: [
    { id: 'order', signed: false },
    { id: 'plan', signed: true },
  ],
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
  const choice = { ...createQuestionDraft('multiple_choice'), text: inEnglish('Why?') }
  const [first, second] = choice.options
  if (!first || !second) throw new Error('a new choice question has two options')
  Object.assign(first, { label: inEnglish('Too slow') })
  Object.assign(second, { label: inFrench('Trop cher') })
  const conditions = [{ ...createConditionDraft(choice.ref), answers: [second.ref] }]
  const showIf = { match: 'any' as const, conditions }
  const after = { ...createQuestionDraft('text'), text: inEnglish('Tell us'), showIf }
  draft.questions.push(choice, after)
  expect(toSurveyInput(draft).questions.slice(-2)).toMatchObject([
    {
      id: 'why-2',
      options: [
        { id: 'too-slow', label: { en: 'Too slow', fr: '' } },
        { id: 'trop-cher', label: { en: '', fr: 'Trop cher' } },
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
    questions: createInitialQuestions('csat'),
  })
  expect(CreateSurvey.parse(input).questions).toMatchObject([
    { id: 'csat', type: 'csat', required: true },
    { id: 'what-is-the-main-reason-for-your-score', type: 'text', required: false },
  ])
})

it('the survey preview omits questions and options without text', () => {
  const choice = { ...createQuestionDraft('single_choice'), text: inEnglish('Which?') }
  const questions = [...createInitialQuestions('nps'), createQuestionDraft('text'), choice]
  expect(toPreviewInput({ ...createSurveyDraft('en'), questions }).questions).toHaveLength(2)
  const options = ['Tea', 'Coffee', ''].map((label, index) => ({
    ...createOptionDraft(`o${index}`),
    label: inEnglish(label),
  }))
  const written = [...questions, { ...choice, options }]
  expect(toPreviewInput({ ...createSurveyDraft('en'), questions: written }).questions.at(-1)?.options).toHaveLength(2)
})

it('a new survey uses the language of the organization and keeps a translation only of unedited default texts', () => {
  const draft = createSurveyDraft('fr')
  expect(draft).toMatchObject({ isTranslated: false })
  expect(draft.questions[0]?.text.fr).toMatch(/^Quelle est la probabilité/)
  expect(toSurveyInput(draft).questions[0]?.text).toMatchObject({
    en: expect.stringMatching(/^How likely/),
    fr: expect.stringMatching(/^Quelle est/),
  })
  const [metric, reason] = draft.questions
  if (!metric || !reason) throw new Error('a new survey has two questions')
  const edited = {
    ...draft,
    questions: [
      { ...metric, text: { ...metric.text, fr: 'Reviendrez-vous ?' } },
      { ...reason, text: { ...reason.text, fr: 'Pourquoi ?' } },
    ],
  }
  expect(toSurveyInput(edited).questions.map(({ text }) => text)).toEqual(['Reviendrez-vous ?', 'Pourquoi ?'])
  const translated = { ...edited, isTranslated: true }
  translated.questions[0] = { ...metric, text: { en: 'Back?', fr: 'Reviendrez-vous ?' } }
  expect(toSurveyInput(translated).questions[0]?.text).toEqual({ en: 'Back?', fr: 'Reviendrez-vous ?' })
})

it('a survey opens in several languages only if it has a translation of its own', () => {
  expect(toSurveyDraft(SURVEY, 'fr')).toMatchObject({ isTranslated: true })
  const [, , , , , ten] = QUESTIONS
  const plain = { ...SURVEY, endings: [], thanks: {} }
  expect(toSurveyDraft({ ...plain, questions: ten ? [ten] : [] }, 'fr')).toMatchObject({ isTranslated: false })
  const questions = toSurveyInput(createSurveyDraft('en')).questions as Question[]
  expect(toSurveyDraft({ ...plain, questions }, 'en')).toMatchObject({ isTranslated: false })
})

it('a text for everyone in a survey with translations is the same in every language, and is saved as one text', () => {
  const { questions } = toSurveyDraft(SURVEY, 'fr')
  expect(questions[1]?.text).toEqual({ en: 'Why?', fr: 'Why?' })
  const same = { ...SURVEY, questions: [{ ...WHY, text: { en: 'NPS', fr: 'NPS' } }] }
  expect(toSurveyInput(toSurveyDraft(same, 'fr')).questions[0]?.text).toBe('NPS')
})

it('an edited text of a survey in one language has none of the translations of its earlier wording', () => {
  const draft = createSurveyDraft('fr')
  const [metric, reason] = draft.questions
  if (!metric || !reason) throw new Error('a new survey has two questions')
  expect(writeOnlyText(reason.text.fr, 'fr')).toEqual(reason.text)
  const text = writeOnlyText('Qu’avez-vous aimé ?', 'fr')
  const translated = { ...draft, isTranslated: true, questions: [metric, { ...reason, text }] }
  expect(listMissingTexts(translated, 'en').map(({ name }) => name)).toEqual(['questions.1.text'])
  expect(listMissingTexts(translated, 'fr')).toEqual([])
  const written = { ...text, en: 'What did you like?' }
  const { questions } = dropTranslations({ ...translated, questions: [metric, { ...reason, text: written }] }, 'fr')
  expect(questions.map((question) => question.text)).toEqual([metric.text, text])
})

it('names the texts that a language lacks: required ones, and those that another language has', () => {
  const draft = toSurveyDraft(SURVEY, 'en')
  expect(listMissingTexts(draft, 'fr')).toEqual([])
  const [metric, why, about, , , , , own, km] = draft.questions
  if (!metric || !why || !about || !own || !km) throw new Error('the survey has these questions')
  metric.text = { en: 'New?', fr: '' }
  why.description = { en: 'More', fr: ' ' }
  Object.assign(about.options[1] ?? {}, { label: inEnglish('Staff') })
  own.wordings = { ...own.wordings, low: inEnglish('Little') }
  km.wordings = { ...km.wordings, unit: inFrench('lieues') }
  Object.assign(draft.endings[0] ?? {}, { title: inEnglish('Great') })
  draft.thanks.negative = { ...draft.thanks.negative, buttonUrl: 'https://example.com/' }
  expect(listMissingTexts(draft, 'fr').map(({ errorPath }) => errorPath)).toEqual([
    'questions.0.text',
    'questions.1.description',
    'questions.2.options.1.label',
    'questions.7.ends.low',
    'endings.0.title',
    'thanks.negative.button.label',
  ])
  expect(listMissingTexts(draft, 'en').map(({ name }) => name)).toEqual([
    'questions.8.wordings.unit',
    'thanks.negative.buttonLabel',
  ])
})

it('the preview shows a missing translation in a language that has the text', () => {
  const draft = { ...createSurveyDraft('fr'), isTranslated: true }
  const questions = [{ ...createQuestionDraft('text'), text: inFrench('Pourquoi ?') }]
  expect(toPreviewInput({ ...draft, type: 'custom', questions }).questions[0]?.text).toBe('Pourquoi ?')
})
