import { expect, it } from 'vitest'
import { isNamed, nameOfContact } from './contact-name'

it('a contact without a name is called by the address, which is not repeated below', () => {
  const nameless = { firstName: '', lastName: null, email: 'ida@example.com' }
  expect(nameOfContact(nameless)).toBe('ida@example.com')
  expect(isNamed(nameless)).toBe(false)
  expect(isNamed({ firstName: '', lastName: 'Berg' })).toBe(true)
})
