import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../validation/languages'
import { CreateSurvey } from '../schema'
import { listSurveyTemplates } from './survey-templates'

/** French wants a narrow no-break space before these, and typographic apostrophes. */
const FRENCH_FAULTS = /[ \u00a0][?!:;»]|\w[?!;]|'|« /

describe.each(listSurveyTemplates())('the template $key', (template) => {
  it('is a survey that the API accepts', () => {
    const { name, type, layout, questions } = template
    expect(CreateSurvey.safeParse({ name: name.en, type, layout, questions }).error).toBeUndefined()
  })

  it('has each of its texts in each language, set as the language wants it', () => {
    const texts = [
      template.name,
      template.purpose,
      ...template.questions.flatMap(({ text, options = [], rows = [] }) => [
        text,
        ...[...options, ...rows].map(({ label }) => label),
      ]),
    ]
    for (const text of texts) {
      expect(text).toEqual(Object.fromEntries(LANGUAGES.map((language) => [language, expect.stringMatching(/\S/)])))
      expect(typeof text === 'string' ? text : text.fr).not.toMatch(FRENCH_FAULTS)
      expect(JSON.stringify(text)).not.toContain("'")
    }
  })

  it('asks at least one question that only some are asked, and takes at most two minutes', () => {
    expect(template.seconds).toBeLessThanOrEqual(120)
    expect(template.questions.some(({ showIf }) => showIf)).toBe(true)
  })
})

it('has templates for scores and for occasions', () => {
  expect(listSurveyTemplates().map(({ key }) => key)).toEqual([
    'nps',
    'csat',
    'ces',
    'enps',
    'visit',
    'support',
    'onboarding',
    'exit',
    'event',
  ])
})
