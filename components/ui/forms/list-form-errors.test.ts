import { expect, it } from 'vitest'
import { listFormErrors } from './list-form-errors'

it('lists nested errors with the names of their fields, a list in its order', () => {
  const steps: unknown[] = []
  steps[2] = { subject: { fr: { type: 'server', message: 'Write a subject.' } } }
  steps[0] = { surveyId: { type: 'server', message: 'Choose a survey.', ref: { name: 'steps.0.surveyId' } } }
  expect(listFormErrors({ name: { type: 'server', message: 'Enter a name.' }, steps })).toEqual([
    { name: 'name', message: 'Enter a name.' },
    { name: 'steps.0.surveyId', message: 'Choose a survey.' },
    { name: 'steps.2.subject.fr', message: 'Write a subject.' },
  ])
})
