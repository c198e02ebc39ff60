import { expect, it } from 'vitest'
import { findFieldNameForErrorPath } from './find-field-name-for-error-path'

const names = [
  'name',
  'steps.0.delay',
  'steps.0.body.en',
  'steps.1.delay',
  'steps.1.body.en',
  'steps.1.body.fr',
  'tags',
]

it('shows an error at the field with its path', () => {
  expect(findFieldNameForErrorPath('steps.1.body.fr', names)).toBe('steps.1.body.fr')
})

it('shows an error of a part that has no field at the field around it', () => {
  expect(findFieldNameForErrorPath('tags.3', names)).toBe('tags')
})

it('shows an error of a text in several languages at the first of them', () => {
  expect(findFieldNameForErrorPath('steps.1.body', names)).toBe('steps.1.body.en')
})

it('shows an error of a whole list, or of a field that is not on the page, at no field', () => {
  expect(findFieldNameForErrorPath('steps', names)).toBeUndefined()
  expect(findFieldNameForErrorPath('step', names)).toBeUndefined()
  expect(findFieldNameForErrorPath('email', names)).toBeUndefined()
})
