import { describe, expect, it } from 'vitest'
import { findNextStep, findUnmetConditionReason, type StepProgress } from './find-next-step'

const steps = (...ids: string[]) => ids.map((id) => ({ id, type: 'email', branch: null }))
const ended = (stepId: string, at: number, more: Partial<StepProgress> = {}): StepProgress => ({
  id: `row-${stepId}`,
  stepId,
  position: 0,
  status: 'completed',
  surveyId: null,
  sentAt: null,
  capturedAt: null,
  endedAt: new Date(at),
  branch: null,
  ...more,
})

describe('findNextStep', () => {
  it.each<[string, string[], StepProgress[], string | undefined]>([
    ['starts with the first', ['a', 'b'], [], 'a'],
    ['goes on behind the last that was done', ['a', 'b', 'c'], [ended('a', 1), ended('b', 2)], 'c'],
    ['ends', ['a', 'b'], [ended('a', 1), ended('b', 2)], undefined],
    ['passes over what was put before', ['new', 'a', 'b'], [ended('a', 1)], 'b'],
    ['takes what was put behind', ['a', 'new', 'b'], [ended('a', 1)], 'new'],
    ['follows the one before a step that was removed', ['a', 'c'], [ended('a', 1), ended('b', 2)], 'c'],
    ['starts again where everything that was done is gone', ['c', 'd'], [ended('a', 1), ended('b', 2)], 'c'],
    ['does nothing twice when steps were moved', ['b', 'c', 'a'], [ended('a', 1), ended('b', 2)], 'c'],
    ['does not count a step that is still scheduled', ['a', 'b'], [ended('a', 1, { endedAt: null })], 'a'],
  ])('nextStep %s', (_, ids, done, expected) => {
    expect(findNextStep(steps(...ids), done)?.id).toBe(expected)
  })
})

describe('findUnmetConditionReason', () => {
  const first = ended('a', 1, { surveyId: 's1', sentAt: new Date(1), status: 'sent' })
  const second = ended('b', 2, { surveyId: 's2', sentAt: new Date(2), status: 'sent' })
  const bounced = ended('c', 3, { surveyId: 's3', sentAt: new Date(3), status: 'bounced' })

  it('evaluates a step condition against the latest survey that the run sent', () => {
    const answers = [{ surveyId: 's1', band: 'positive' }]
    expect(findUnmetConditionReason('positive', [first], answers)).toBeUndefined()
    expect(findUnmetConditionReason('positive', [first, second], answers)).toMatchObject({ code: 'conditionNotMet' })
    expect(findUnmetConditionReason('not_answered', [first, second], answers)).toBeUndefined()
    expect(findUnmetConditionReason('answered', [first, bounced], answers)).toBeUndefined()
  })

  it('meets no condition on an answer when the run has sent no survey', () => {
    expect(findUnmetConditionReason('always', [], [])).toBeUndefined()
    expect(findUnmetConditionReason('not_answered', [], [])).toMatchObject({ values: { condition: 'not_answered' } })
    expect(findUnmetConditionReason('answered', [bounced], [])).toBeDefined()
  })
})
