import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { FOOTER_TEXT_MAX_CHARACTERS, POSTAL_ADDRESS_MAX_CHARACTERS } from '../../sender-profile/constants'
import { SCALES, type ScaleQuestionType } from '../../surveys/constants'
import { renderDigestEmail } from './digest-email'
import type { ContactEmailLayoutData } from './layout'
import { renderReplyEmail } from './reply-email'
import { renderSimpleEmail } from './simple-email'
import { renderSurveyEmail } from './survey-email'
import { renderTextEmail } from './text-email'
import { renderWebhookFailureEmail } from './webhook-failure-email'

/* Every template is valid HTML, whatever its texts, and every email to a customer is small enough that Gmail does not clip it. */

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // Word's engine sizes tables by attributes only, and reads conditional comments.
    rules: { 'no-deprecated-attr': 'off', 'no-conditional-comment': 'off' },
  }),
)

async function listFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
  )
}

const HOSTILE = `</style></title><b onclick="x('y')">"&'</b><!-- https://a.example/?a=1&b="c'<d>\n\n\u202e]]>`
const URL = `https://feedback.example.com/x?a=1&b="'<b>`
const SCALE_TYPES = Object.keys(SCALES) as ScaleQuestionType[]

const sender = (text: string, language: 'en' | 'fr'): ContactEmailLayoutData => ({
  organization: text.slice(0, 100),
  brandColor: '#ffcc00',
  logo: { url: URL, width: 200, height: 50 },
  look: { corners: 'large', font: 'serif', scheme: 'auto' },
  postalAddress: text.slice(0, POSTAL_ADDRESS_MAX_CHARACTERS),
  footerText: text.slice(0, FOOTER_TEXT_MAX_CHARACTERS),
  language,
  unsubscribeUrl: URL,
})

const survey = (text: string, scale: ScaleQuestionType | null, language: 'en' | 'fr' = 'en') =>
  renderSurveyEmail({
    branding: sender(text, language),
    firstName: text.slice(0, 100),
    question: {
      text: text.slice(0, 500),
      scale: scale && { ...SCALES[scale], low: text.slice(0, 100), high: text.slice(0, 100) },
    },
    surveyUrl: URL,
    subject: text.slice(0, 200),
    intro: text,
  })

const reply = (text: string) =>
  renderReplyEmail({
    ...sender(text, 'fr'),
    subject: text.slice(0, 200),
    text: text.slice(0, 5000),
    quote: { intro: text.slice(0, 100), answers: [{ question: text.slice(0, 500), answer: text.slice(0, 5000) }] },
    footer: text.slice(0, 300),
  })

const digest = (text: string) =>
  renderDigestEmail({
    language: 'fr',
    organization: text,
    subject: text,
    title: text,
    period: text,
    figures: [{ label: text, value: '42', unit: text, note: text }],
    answersTitle: text,
    answers: [{ heading: text, text, context: text, url: URL }],
    button: { label: text, url: URL },
    footer: text,
    unsubscribeLink: { label: text, url: URL },
  })

describe('valid HTML with hostile texts', () => {
  it.each([...SCALE_TYPES, null])('a survey with a question of type %s', async (scale) => {
    for (const language of ['en', 'fr'] as const)
      expect(await listFaults(survey(HOSTILE, scale, language).html)).toEqual([])
  })

  it.each([
    ['a survey of an organization without a profile', () => survey('Plain', 'nps')],
    ['a text email', () => renderTextEmail(sender(HOSTILE, 'en'), HOSTILE, HOSTILE)],
    ['a reply', () => reply(HOSTILE)],
    [
      'a system email',
      () =>
        renderSimpleEmail({
          language: 'en',
          subject: HOSTILE,
          paragraphs: [HOSTILE, { quoted: HOSTILE }],
          button: { label: HOSTILE, url: URL },
          footer: HOSTILE,
        }),
    ],
    ['a weekly digest', () => digest(HOSTILE)],
    [
      'a webhook failure',
      () =>
        renderWebhookFailureEmail({
          language: 'fr',
          organization: HOSTILE,
          name: HOSTILE,
          hookUrl: URL,
          isDeactivated: false,
          failedCount: 2,
          lastStatus: null,
          lastError: 'FAILED',
          pageUrl: URL,
        }),
    ],
  ])('%s', async (_, render) => {
    expect(await listFaults(render().html)).toEqual([])
  })

  it('a survey is valid as Word reads it', async () => {
    const { html } = survey(HOSTILE, 'nps')
    expect(html).toContain('<!--[if mso]><table')
    expect(await listFaults(html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, ''))).toEqual([])
  })

  it('finds what is invalid', async () => {
    const { html } = survey('Plain', 'nps')
    expect(await listFaults(html.replace('</a>', ''))).not.toEqual([])
    expect(await listFaults(html.replace('alt=', 'data-alt='))).not.toEqual([])
  })
})

describe('under 60 kB with the longest texts', () => {
  /** The longest body of a step. */
  const LONGEST = 10_000
  it.each([
    ['words', 'Nous aimerions savoir ce que vous pensez de votre dernière visite. '],
    ['letters of three bytes', '私たちは'],
    ['web addresses', 'https://bakery.example.com/visit?a=1&b=2 '],
    ['paragraphs of a word', 'Visite\n\n'],
    ['line breaks', '\n'],
  ])('%s', (_, part) => {
    const text = `x${part.repeat(LONGEST)}`.slice(0, LONGEST - 1).concat('x')
    for (const { html } of [
      survey(text, 'nps', 'fr'),
      renderTextEmail(sender(text, 'fr'), 'Subject', text),
      reply(text),
    ])
      expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })
})
