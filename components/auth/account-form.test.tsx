import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { AccountField } from './account-form'

const renderField = (faults: Record<string, string>) =>
  renderToString(
    AccountField({
      name: 'password',
      label: 'Password',
      help: 'At least 8 characters.',
      autoComplete: 'new-password',
      failure: Object.keys(faults).length > 0 ? { message: null, faults } : null,
    } as unknown as Parameters<typeof AccountField>[0]),
  )

it('a field shows its help, and its error instead when it is invalid', () => {
  expect(renderField({})).toContain('At least 8 characters.')
  expect(renderField({ email: 'Enter a valid email address.' })).toContain('At least 8 characters.')
  const invalid = renderField({ password: 'Use at least 8 characters.' })
  expect(invalid).toContain('Use at least 8 characters.')
  expect(invalid).not.toContain('>At least 8 characters.')
  expect(invalid).toContain('aria-describedby="password-fault"')
})
