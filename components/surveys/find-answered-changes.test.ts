import { expect, it } from 'vitest'
import { findAnsweredChanges } from './find-answered-changes'
import { createQuestionDraft } from './survey-draft'

const answered = (id: string, text: string) => ({ ...createQuestionDraft('text', 'en', id), id, text })
const before = [answered('why', 'Why?'), answered('what', 'What?')]

it('lists the questions that a save removes or rewords, in their previous version', () => {
  expect(findAnsweredChanges(before, [{ ...before[0], text: 'Why not?' } as (typeof before)[0]])).toEqual({
    removed: [before[1]],
    reworded: [before[0]],
  })
})

it('lists no change for another order, a trailing space or a new question', () => {
  const after = [before[1], { ...before[0], text: 'Why? ' }, createQuestionDraft('text', 'en', 'new')] as typeof before
  expect(findAnsweredChanges(before, after)).toEqual({ removed: [], reworded: [] })
})
