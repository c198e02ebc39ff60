import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ValidationError } from '@/server/errors'
import { arbitrarySurvey } from '@/server/surveys/logic/arbitrary-survey'
import { normalizeSurvey } from '@/server/surveys/normalize-survey'
import { CreateSurvey, type Question, type SurveyContent } from '@/server/surveys/schema'
import { pickByTestLength } from '@/server/testing/test-length'
import { toSurveyDraft } from './survey-draft'
import { parseSurveyFile, toSurveyFile } from './survey-file'
import { toSurveyInput } from './survey-input'

const text = fc.oneof(
  fc.constantFrom('Why?', 'למה?', '“<b>”', ' é '),
  fc.record({ en: fc.constantFrom('One', 'Two'), fr: fc.constantFrom('Un', 'Deux') }),
)

const survey = fc
  .record({
    questions: arbitrarySurvey(),
    texts: fc.array(text, { minLength: 8, maxLength: 8 }),
    ends: fc.array(text, { minLength: 2, maxLength: 2 }),
    layout: fc.constantFrom('all', 'one'),
    cooldownDays: fc.option(fc.integer({ min: 1, max: 730 })),
    priority: fc.constantFrom('low', 'normal', 'high'),
  })
  .map(({ questions, texts, ends: [title, button], ...fields }) => ({
    ...fields,
    name: 'Any',
    type: 'custom',
    questions: questions.map((question: Question, index) => ({
      ...question,
      text: texts[index],
      ...(question.next
        ? { next: question.next.map((jump) => (jump.to === 'end' ? { ...jump, ending: 'bye' } : jump)) }
        : {}),
    })),
    endings: [{ id: 'bye', title, button: { label: button, url: 'https://example.com/' } }],
    thanks: { plain: { text: title } },
  }))

function normalize(input: unknown): SurveyContent | null {
  try {
    return normalizeSurvey(CreateSurvey.parse(input))
  } catch (error) {
    // Some random surveys have conditions that never hold.
    if (error instanceof ValidationError) return null
    throw error
  }
}

/** A list of one condition and the condition alone are one. */
function simplify(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (_, value) => {
    const [condition, more] = value?.all ?? value?.any ?? []
    return condition !== undefined && more === undefined ? condition : value
  })
}

const stored = { id: 'x', status: 'active', version: 3, createdAt: '', updatedAt: '' } as const

it('a survey that is downloaded and created from the file is the same, with its references', () => {
  let compared = 0
  fc.assert(
    fc.property(survey, fc.constantFrom('en', 'fr'), (input, language) => {
      const content = normalize(input)
      if (content === null) return
      compared += 1
      const file = toSurveyFile({ ...stored, ...content })
      const read = normalize(parseSurveyFile(`\uFEFF${file}`))
      if (read === null) throw new Error('the file is not valid')
      expect(simplify(normalize(toSurveyInput(toSurveyDraft(read, language))))).toEqual(simplify(content))
    }),
    { numRuns: pickByTestLength(200, 2000) },
  )
  expect(compared).toBeGreaterThan(20)
})

it('reads objects only', () => {
  expect(parseSurveyFile('{"name":"A"}')).toEqual({ name: 'A' })
  for (const other of ['', '[]', 'null', '"a"', '{"name":']) expect(parseSurveyFile(other)).toBeNull()
})
