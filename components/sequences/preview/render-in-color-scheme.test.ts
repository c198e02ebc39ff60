import { expect, it } from 'vitest'
import { renderTextEmail } from '@/server/messaging/templates/text-email'
import { renderInColorScheme } from './render-in-color-scheme'

const WORDS = 'Words about (prefers-color-scheme: dark), light dark and </head>'
const { html } = renderTextEmail(
  {
    organization: 'Analytical Engines',
    brandColor: null,
    logo: null,
    look: { corners: 'small', font: 'system', scheme: 'auto' },
    postalAddress: null,
    footerText: null,
    language: 'en',
    unsubscribeUrl: 'https://feedback.example.com/u/x',
  },
  WORDS,
  WORDS,
)

it('applies the dark styles of a mail always, or never', () => {
  expect(html).toContain('@media (prefers-color-scheme: dark) {')
  expect(renderInColorScheme(html, 'dark')).toContain('@media all {')
  expect(renderInColorScheme(html, 'dark')).toContain('color-scheme: dark;')
  expect(renderInColorScheme(html, 'light')).toContain('@media not all {')
  for (const scheme of ['dark', 'light'] as const)
    expect(renderInColorScheme(html, scheme).split('</head>')[0]).not.toMatch(/prefers-color-scheme|light dark/)
})

it('leaves the words of a mail alone', () => {
  const body = html.slice(html.indexOf('<body'))
  for (const scheme of ['dark', 'light'] as const) expect(renderInColorScheme(html, scheme).endsWith(body)).toBe(true)
})
