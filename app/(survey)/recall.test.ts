import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { createSurveyLink } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import { anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { POST as answerLink, GET as viewLink } from './f/[slug]/route'
import { requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

const QUESTIONS = [
  {
    id: 'how',
    type: 'single_choice',
    text: { en: 'Hello {{firstName|there}}, how did you come?', fr: 'Bonjour {{firstName|à vous}}, comment ?' },
    description: 'Order {{field.order|of yours}}, plan {{property.plan|free}}.',
    required: true,
    options: [
      { id: 'bus', label: { en: 'By bus', fr: 'En bus' } },
      { id: 'else', label: { en: 'Other', fr: 'Autre' }, other: true },
    ],
  },
  {
    id: 'why',
    type: 'text',
    text: { en: 'Why {{answer.how|that}}?', fr: 'Pourquoi {{answer.how|cela}} ?' },
    required: false,
  },
]
const SURVEY = {
  type: 'custom',
  questions: QUESTIONS,
  fields: [{ id: 'order', signed: false }],
  thanks: {
    plain: {
      title: { en: 'Thanks, {{firstName|friend}}', fr: 'Merci, {{firstName|à vous}}' },
      text: 'You said “{{answer.why|nothing}}” of {{answer.how|it}} about {{field.order|your order}}.',
    },
  },
}

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization()
})

/** The texts of the page, without those that are not shown. */
function readTexts(html: string): string[] {
  const main = html.slice(html.indexOf('<main>'))
  const texts = [...main.matchAll(/<(h1|h2|p class="more"|p dir)[^>]*>(.*?)<\/(?:h1|h2|p)>/g)]
  return texts.map(([, , text = '']) => text.replace(/<[^>]*>/g, ''))
}

async function aRequest(survey: object = SURVEY, contact: object = {}) {
  const { token, ...rest } = await aSurveyRequest(organizationId, { survey })
  await db.contact.update({ where: { id: rest.contact.id }, data: contact })
  const get = async (query = '') => (await requestPublicPage(viewSurvey, `/s/${token}${query}`)).html
  const post = async (form: Record<string, string>) => requestPublicPage(answerSurvey, `/s/${token}`, form)
  return { ...rest, get, post }
}

describe('the texts of a survey', () => {
  it('repeat the name, a property, a hidden field and an answer, in both languages', async () => {
    const customFields = { plan: 'Pro <b>' }
    const { get, post } = await aRequest(SURVEY, { firstName: 'Zoë', customFields })
    expect(readTexts(await get('?order=47%3C11'))).toEqual([
      'Hello Zoë, how did you come?',
      'Order 47&lt;11, plan Pro &lt;b>.',
      'Why that? (optional)',
    ])
    const french = readTexts(await get('?lang=fr&q.how=bus'))
    expect([french[0], french[2]]).toEqual(['Bonjour Zoë, comment ?', 'Pourquoi En bus ? (facultatif)'])
    await post({ 'q.how': 'else', 'q.how.other': 'On foot', 'q.why': 'Sun\n& rain', '_f.order': '47<11' })
    expect(readTexts(await get())).toEqual(['Thanks, Zoë', 'You said “Sun &amp; rain” of On foot about 47&lt;11.'])
    expect(readTexts(await get('?lang=fr'))[0]).toBe('Merci, Zoë')
  })

  it('show their fallbacks to people who are not known, by an open link', async () => {
    const { id } = await aSurvey(organizationId, SURVEY)
    const link = await createSurveyLink(organizationId, { id, name: 'Receipt' })
    const params = { params: Promise.resolve({ slug: link.slug }) }
    const { html } = await requestPublicPage((request) => viewLink(request, params), `/f/${link.slug}`)
    expect(readTexts(html).slice(0, 3)).toEqual([
      'Hello there, how did you come?',
      'Order of yours, plan free.',
      'Why that? (optional)',
    ])
    const view = createPageView(link.id, Date.now() - 20_000)
    const form = { 'q.how': 'bus', '_f.order': '7', _view: view.token }
    await requestPublicPage((request) => answerLink(request, params), `/f/${link.slug}`, form)
    const path = `/f/${link.slug}?sent=${view.token}`
    const thanks = await requestPublicPage((request) => viewLink(request, params), path)
    expect(readTexts(thanks.html)).toEqual(['Thanks, friend', 'You said “nothing” of By bus about 7.'])
  })

  it('repeat the answers of earlier pages, step by step without scripts', async () => {
    const { get, post } = await aRequest({ ...SURVEY, layout: 'one' })
    expect(readTexts(await get())).toContain('Hello Ada, how did you come?')
    const next = await post({ 'q.how': 'bus', _at: 'how', _step: 'next', '_f.order': '5' })
    expect(readTexts(next.html)).toContain('Why By bus? (optional)')
    expect(next.html).toContain('data-recall="how" data-fallback="that">By bus</bdi>')
  })

  it('load the script only if they repeat an answer', async () => {
    const { get } = await aRequest()
    expect(await get()).toContain('<script type="module" src="/survey-recall.js" defer></script>')
    const [how] = QUESTIONS
    const other = await aRequest({ ...SURVEY, questions: [how] })
    expect(await other.get()).not.toContain('survey-recall')
    expect(await other.get()).not.toContain('data-logic')
  })

  it('are stored with answers in words that are the same for everyone', async () => {
    const { post } = await aRequest(SURVEY, { firstName: 'Zoë' })
    await post({ 'q.how': 'bus', 'q.why': 'Sun' })
    const { answers } = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(answers).toMatchObject([{ text: 'Hello there, how did you come?' }, { text: 'Why that?' }])
  })

  it('from before placeholders show braces as they are written', async () => {
    const questions = [{ id: 'a', type: 'text', text: 'Is {{ this }} {{name|x}} good }}?', required: false }]
    const { get, post } = await aRequest({ ...SURVEY, questions, thanks: { plain: { title: 'Use {{CODE}}' } } })
    expect(readTexts(await get())).toEqual(['Is {{ this }} {{name|x}} good }}? (optional)'])
    await post({ 'q.a': 'Yes' })
    expect(readTexts(await get())[0]).toBe('Use {{CODE}}')
  })

  it('never get markup or another placeholder from a value', async () => {
    const { get, post, contact } = await aRequest()
    const value = fc.array(
      fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom(
          '<script>',
          '</bdi>',
          '"',
          "'>",
          '<img src=x onerror=1>',
          '{{answer.how|x}}',
          '&lt;',
          '{{',
          '}}',
        ),
      ),
      { maxLength: 6 },
    )
    const texts = fc.record({ order: value, firstName: value, other: value, plan: value })
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const [order, firstName, other, plan] = [parts.order, parts.firstName, parts.other, parts.plan].map((list) =>
          list.join('').replaceAll('\u0000', '').toWellFormed(),
        ) as [string, string, string, string]
        await db.contact.update({ where: { id: contact.id }, data: { firstName, customFields: { plan } } })
        const form = { 'q.how': 'else', 'q.how.other': other, '_f.order': order }
        const pages = [
          await get(`?${new URLSearchParams({ order, 'q.how': 'else', 'q.how.other': other })}`),
          (await post({ ...form, 'q.how': '' })).html,
        ]
        for (const html of pages) {
          const main = html.slice(html.indexOf('<main>')).replaceAll(/="[^"]*"/g, '=""')
          expect(main.match(/<(?:script|img)/g)).toBe(null)
          expect(main.match(/data-recall=/g)).toHaveLength(1)
          expect(main.match(/<bdi /g)).toHaveLength(1 + (main.match(/<bdi class/g)?.length ?? 0))
        }
      }),
      // Within the limit of submissions for a link.
      { numRuns: 25 },
    )
  })
})
