import { expect, it } from 'vitest'
import { renderVerificationEmail } from '../../auth/compose-account-emails'
import type { ContactEmailLayoutData } from './layout'
import { renderSurveyEmail } from './survey-email'
import { renderTextEmail } from './text-email'
import { renderWebhookFailureEmail } from './webhook-failure-email'

const HOSTILE = `</style></title><b onclick="x('y')">"&'</b><!--`
const OWN_URL = `https://feedback.example.com/x?a=1&b="'<b>`
const sender: ContactEmailLayoutData = {
  organization: HOSTILE,
  brandColor: null,
  logo: { url: OWN_URL, width: 200, height: 50 },
  look: { corners: 'large', font: 'serif', scheme: 'auto' },
  postalAddress: HOSTILE,
  footerText: HOSTILE,
  language: 'en',
  unsubscribeUrl: OWN_URL,
}

it.each([
  [
    'a survey',
    renderSurveyEmail({
      branding: sender,
      firstName: HOSTILE,
      question: { text: HOSTILE, scale: { min: 0, max: 10, low: HOSTILE, high: HOSTILE } },
      surveyUrl: OWN_URL,
      subject: HOSTILE,
      intro: HOSTILE,
    }),
    5,
  ],
  ['a message with its own text', renderTextEmail(sender, HOSTILE, `${HOSTILE}\n\n${HOSTILE}`), 5],
  ['a verification', renderVerificationEmail({ language: 'fr', url: OWN_URL, ownsUnverifiedOrganization: true }), 0],
  [
    'a webhook failure',
    renderWebhookFailureEmail({
      language: 'fr',
      organization: HOSTILE,
      name: HOSTILE,
      hookUrl: OWN_URL,
      isDeactivated: false,
      failedCount: 2,
      lastStatus: null,
      lastError: 'FAILED',
      pageUrl: OWN_URL,
    }),
    2,
  ],
])('the email for %s escapes the text and the link addresses', (_, { html }, atLeast) => {
  expect(html.match(/&lt;b onclick=&quot;/g)?.length ?? 0).toBeGreaterThanOrEqual(atLeast)
  expect(html).toContain('href="https://feedback.example.com/x?a=1&amp;b=&quot;')
  // Comments for Word are the layout's own.
  const shown = html.replaceAll(/<!--\[if mso\]>(?:<\/?(?:table|tr|td)[^<>]*>)+<!\[endif\]-->/g, '')
  expect(shown).not.toMatch(/<b[ >]|<!--|<\/style>.*<\/style>/s)
  expect(html.match(/<\/title>/g)).toHaveLength(1)
})

it('an email is one HTML document with an unescaped dark mode style sheet', () => {
  const { html } = renderTextEmail(sender, 'Hello', 'Hello')
  expect(html).toMatch(/^<!doctype html><html lang="en"><head>.*<\/body><\/html>$/s)
  expect(html).toContain('@media (prefers-color-scheme: dark) {')
  expect(/<style>([^]*?)<\/style>/.exec(html)?.[1]).not.toMatch(/&/)
})
