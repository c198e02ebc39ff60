import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { Field } from './form-parts'

const field = (faults: Record<string, string>) =>
  renderToString(
    Field({
      name: 'password',
      label: 'Password',
      help: 'At least 8 characters.',
      autoComplete: 'new-password',
      failure: Object.keys(faults).length > 0 ? { message: null, faults } : null,
    } as unknown as Parameters<typeof Field>[0]),
  )

it('a field shows its help, and instead of it what is wrong with the field', () => {
  expect(field({})).toContain('At least 8 characters.')
  expect(field({ email: 'Enter a valid email address.' })).toContain('At least 8 characters.')
  const wrong = field({ password: 'Use at least 8 characters.' })
  expect(wrong).toContain('Use at least 8 characters.')
  expect(wrong).not.toContain('>At least 8 characters.')
  expect(wrong).toContain('aria-describedby="password-fault"')
})
