import { expect, it } from 'vitest'
import { findFieldForPath } from './find-field-for-path'

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
  expect(findFieldForPath('steps.1.body.fr', names)).toBe('steps.1.body.fr')
})

it('shows an error of a part that has no field at the field around it', () => {
  expect(findFieldForPath('tags.3', names)).toBe('tags')
})

it('shows an error of a text in several languages at the first of them', () => {
  expect(findFieldForPath('steps.1.body', names)).toBe('steps.1.body.en')
})

it('shows an error of a whole list, or of a field that is not on the page, at no field', () => {
  expect(findFieldForPath('steps', names)).toBeUndefined()
  expect(findFieldForPath('step', names)).toBeUndefined()
  expect(findFieldForPath('email', names)).toBeUndefined()
})
