import { expect, it } from 'vitest'
import { findRemovedAndRewordedQuestions } from './find-removed-and-reworded-questions'
import { createQuestionDraft } from './survey-draft'

const answered = (id: string, text: string) => ({ ...createQuestionDraft('text', 'en', id), id, text })
const before = [answered('why', 'Why?'), answered('what', 'What?')]

it('lists the questions that a save removes or rewords, in their previous version', () => {
  expect(findRemovedAndRewordedQuestions(before, [{ ...before[0], text: 'Why not?' } as (typeof before)[0]])).toEqual({
    removed: [before[1]],
    reworded: [before[0]],
  })
})

it('lists no change for another order, a trailing space or a new question', () => {
  const after = [before[1], { ...before[0], text: 'Why? ' }, createQuestionDraft('text', 'en', 'new')] as typeof before
  expect(findRemovedAndRewordedQuestions(before, after)).toEqual({ removed: [], reworded: [] })
})
