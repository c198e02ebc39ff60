import { expect, it } from 'vitest'
import { isNamed, nameOfContact } from './contact-name'

it('shows the email address as the name of a contact without one, and not a second time below', () => {
  const nameless = { firstName: '', lastName: null, email: 'ida@example.com' }
  expect(nameOfContact(nameless)).toBe('ida@example.com')
  expect(isNamed(nameless)).toBe(false)
  expect(isNamed({ firstName: '', lastName: 'Berg' })).toBe(true)
})
