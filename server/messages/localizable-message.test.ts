import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { appRouter } from '../api/routers/app-router'
import { isEnvelopeParser } from '../api/routers/envelope'
import { SignUp } from '../auth/schema'
import { ValidationError } from '../errors'
import { localizableMessage, zodMessageToLocalizableMessage } from './localizable-message'
import { translateLocalizableMessage } from './translate-localizable-message'

describe('error messages', () => {
  it('formats an error message with its values in English and French', () => {
    const message = localizableMessage('review.replyTooLong', { maximum: 4096, bytes: 5000 })
    expect(translateLocalizableMessage('en', message)).toBe(
      'Google accepts at most 4096 bytes, and this text has 5000. Shorten it.',
    )
    expect(translateLocalizableMessage('fr', message)).toBe(
      'Google accepte 4096 octets au plus, et ce texte en compte 5000. Raccourcissez-le.',
    )
  })

  it('joins lists in error messages with commas and “or” or “and” in English and French', () => {
    const message = localizableMessage('value.oneOf', { options: ['nps', 'csat', 'ces'] })
    expect(translateLocalizableMessage('en', message)).toBe('Use nps, csat or ces.')
    expect(translateLocalizableMessage('fr', message)).toBe('Utilisez nps, csat ou ces.')
    const all = localizableMessage('session.stillOwner', { organizations: { all: ['Harbour', 'Mill'] } })
    expect(translateLocalizableMessage('en', all)).toContain('You own Harbour and Mill.')
    expect(translateLocalizableMessage('fr', all)).toContain('Vous êtes propriétaire de Harbour et Mill.')
  })

  it('inserts values into error messages literally, including braces, markup and quotes', () => {
    const name = `{a} <b> 'c' “d” \\ \n é`
    expect(translateLocalizableMessage('en', localizableMessage('webhook.usedByStep', { sequence: name }))).toContain(
      `“${name}”`,
    )
  })

  it('replaces an unknown schema message by value.invalid', () => {
    expect(zodMessageToLocalizableMessage('Invalid input')).toBe('value.invalid')
    expect(zodMessageToLocalizableMessage('contact.exists')).toBe('contact.exists')
  })
})

describe('errors', () => {
  it('an error is in English, and can be translated into French', () => {
    const error = new ValidationError({ 'contacts.0.email': [localizableMessage('value.email')] })
    expect(error.message).toBe('Some fields need your attention.')
    expect(error.details).toEqual({ 'contacts.0.email': ['Enter a valid email address.'] })
    expect(error.localize('fr')).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Certains champs sont à revoir.',
      details: { 'contacts.0.email': ['Saisissez une adresse e-mail valide.'] },
    })
  })
})

describe('messages of the procedure schemas', () => {
  const schemaMessages = [...Object.values(appRouter._def.procedures).flatMap(inputsOf), SignUp].flatMap((schema) =>
    messages(schema),
  )

  it('finds more than a hundred messages in the procedure schemas', () => {
    expect(schemaMessages.length).toBeGreaterThan(100)
  })

  it.each([...new Set(schemaMessages)])('the schema message %s is a sentence in English and French', (message) => {
    expect(zodMessageToLocalizableMessage(message)).toBe(message)
    for (const locale of ['en', 'fr'] as const)
      expect(translateLocalizableMessage(locale, zodMessageToLocalizableMessage(message))).toMatch(/^[\p{Lu}\d].*[.]$/u)
  })
})

function inputsOf(procedure: unknown): z.ZodType[] {
  const { inputs = [] } = (procedure as { _def: { inputs?: unknown[] } })._def
  return inputs.map((input) => (isEnvelopeParser(input) ? input.schema : (input as z.ZodType)))
}

function messages(root: unknown, seen = new Set<unknown>()): string[] {
  if (typeof root !== 'object' || root === null || seen.has(root)) return []
  seen.add(root)
  const def = (root as { _zod?: { def: Record<string, unknown> } })._zod?.def
  if (!def) return Object.values(root).flatMap((inner) => messages(inner, seen))
  const own = typeof def.error === 'function' ? [String(def.error({ code: 'custom', input: null }))] : []
  return [...own, ...Object.values(def).flatMap((inner) => messages(inner, seen))]
}
