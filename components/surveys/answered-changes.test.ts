import { expect, it } from 'vitest'
import { findAnsweredChanges } from './answered-changes'
import { newQuestion } from './draft'

const asked = (id: string, text: string) => ({ ...newQuestion('text', 'en', id), id, text })
const before = [asked('why', 'Why?'), asked('what', 'What?')]

it('names the answered questions that a save removes or rewords, as they were', () => {
  expect(findAnsweredChanges(before, [{ ...before[0], text: 'Why not?' } as (typeof before)[0]])).toEqual({
    removed: [before[1]],
    reworded: [before[0]],
  })
})

it('names nothing for another order, a space at the end, or a new question', () => {
  const after = [before[1], { ...before[0], text: 'Why? ' }, newQuestion('text', 'en', 'new')] as typeof before
  expect(findAnsweredChanges(before, after)).toEqual({ removed: [], reworded: [] })
})
