import { beforeEach, describe, expect, it } from 'vitest'
import { requestPublicPage } from '../../app/(survey)/public-page-test-client'
import * as surveyPage from '../../app/(survey)/s/[token]/route'
import * as unsubscribePage from '../../app/(survey)/u/[token]/route'
import { getContactTimeline } from '../contacts/timeline/contact-timeline'
import { db } from '../db'
import { signToken } from '../encryption'
import { exportContactData } from '../export/contact-data-export'
import { UpdateSenderProfile } from '../sender-profile/schema'
import { updateSenderProfile } from '../sender-profile/sender-profile'
import { anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { presentConsents } from './consent-evidence'
import { asStoredAnswers } from './responses'

const CONSENT = { id: 'quote', type: 'consent', required: false, text: { en: 'Quote me.', fr: 'Citez-moi.' } }
const SURVEY = { questions: [CONSENT] }
const NOTICE = {
  text: { en: 'We keep answers for a year.', fr: 'Nous gardons les réponses un an.' },
  url: 'https://example.com/privacy',
}

let organizationId: string
beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour Bakery' })
})

describe('the privacy line', () => {
  it('200: is above the button in the language of the page, and its link is at the foot of every page', async () => {
    const { token, step } = await aSurveyRequest(organizationId)
    expect((await requestPublicPage(surveyPage.GET, `/s/${token}`)).html).not.toContain('class="law"')
    await updateSenderProfile(organizationId, { privacyNotice: NOTICE })
    const link = '<a href="https://example.com/privacy" target="_blank" rel="noopener noreferrer">'
    const form = (await requestPublicPage(surveyPage.GET, `/s/${token}?lang=fr`)).html
    expect(form.indexOf(NOTICE.text.fr)).toBeGreaterThan(form.indexOf('name="q.nps"'))
    expect(form.indexOf(NOTICE.text.fr)).toBeLessThan(form.indexOf('class="send"'))
    expect(form).toContain(`${link}Politique de confidentialité</a>`)
    await requestPublicPage(surveyPage.POST, `/s/${token}`, { 'q.nps': '9' })
    const pages = [
      await requestPublicPage(surveyPage.GET, `/s/${token}`),
      await requestPublicPage(unsubscribePage.GET, `/u/${signToken('unsubscribe', step.id)}`),
    ]
    for (const { html } of pages) expect(html).toContain(`${link}Privacy policy</a></p></footer>`)
    expect((await requestPublicPage(surveyPage.GET, '/s/unknown')).html).not.toContain('<footer>')
  })

  it('a language without a text gets the other one’s, and the line may have only a text or only a link', async () => {
    const { token } = await aSurveyRequest(organizationId)
    await updateSenderProfile(organizationId, { privacyNotice: { text: { en: 'One year.', fr: null }, url: null } })
    const { html } = await requestPublicPage(surveyPage.GET, `/s/${token}?lang=fr`)
    expect(html).toContain('One year.')
    expect(html).not.toContain('Politique de confidentialité')
    await updateSenderProfile(organizationId, { privacyNotice: { text: { en: null, fr: null }, url: NOTICE.url } })
    expect((await requestPublicPage(surveyPage.GET, `/s/${token}`)).html).toContain('<p class="law" dir="auto">')
  })

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'https://',
    'example.com',
    `https://example.com/${'x'.repeat(500)}`,
  ])('refuses the link %s', (url) => {
    expect(UpdateSenderProfile.safeParse({ privacyNotice: { ...NOTICE, url } }).success).toBe(false)
  })
})

describe('the evidence of a consent', () => {
  it('keeps wording, language, time and privacy line as they were shown, whatever changes later', async () => {
    await updateSenderProfile(organizationId, { privacyNotice: NOTICE })
    const { token, contact } = await aSurveyRequest(organizationId, { survey: SURVEY })
    const before = Date.now()
    await requestPublicPage(surveyPage.POST, `/s/${token}`, { 'q.nps': '9', 'q.quote': 'yes', _language: 'fr' })
    await updateSenderProfile(organizationId, { privacyNotice: { text: { en: 'Other', fr: 'Autre' }, url: null } })
    const questions = [{ ...CONSENT, text: { en: 'Else', fr: 'Autre chose' } }]
    await db.survey.updateMany({ where: { organizationId }, data: { questions } })

    const row = await db.response.findFirstOrThrow({ where: { organizationId } })
    const [consent] = presentConsents(row)
    expect(consent).toMatchObject({
      questionId: 'quote',
      wording: CONSENT.text.fr,
      value: true,
      language: 'fr',
      privacyText: NOTICE.text.fr,
      privacyUrl: NOTICE.url,
      channel: row.channel,
      sendingId: row.sendingId,
      surveyLinkId: null,
    })
    expect(Date.parse(consent?.givenAt ?? '')).toBeGreaterThanOrEqual(before)

    const { responses = [] } = (await exportContactData(organizationId, contact.id)).lists
    const exported: object[] = []
    for await (const response of responses) exported.push(response)
    expect(exported).toMatchObject([{ consents: [consent] }])
    const { entries } = await getContactTimeline(organizationId, { id: contact.id })
    expect(entries.flatMap((entry) => (entry.kind === 'answered' ? entry.consents : []))).toEqual([CONSENT.text.fr])
  })

  it('a box that was not ticked is no consent, and answers to other questions have no evidence', async () => {
    const { token } = await aSurveyRequest(organizationId, { survey: SURVEY })
    await requestPublicPage(surveyPage.POST, `/s/${token}`, { 'q.nps': '9' })
    const row = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(presentConsents(row)).toEqual([])
    expect(asStoredAnswers(row.answers).some((answer) => 'consent' in answer)).toBe(false)
  })

  it('the same answers sent again keep the time of the first', async () => {
    const { token } = await aSurveyRequest(organizationId, { survey: SURVEY })
    const submit = () => requestPublicPage(surveyPage.POST, `/s/${token}`, { 'q.nps': '9', 'q.quote': 'yes' })
    expect((await submit()).status).toBe(303)
    const first = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect((await submit()).status).toBe(303)
    expect((await db.response.findFirstOrThrow({ where: { organizationId } })).answers).toEqual(first.answers)
  })
})
