import { expect, it } from 'vitest'
import { contactName, hasContactName } from './contact-name'

it('shows the email address as the name of a contact without one, and not a second time below', () => {
  const nameless = { firstName: '', lastName: null, email: 'ida@example.com' }
  expect(contactName(nameless)).toBe('ida@example.com')
  expect(hasContactName(nameless)).toBe(false)
  expect(hasContactName({ firstName: '', lastName: 'Berg' })).toBe(true)
})
