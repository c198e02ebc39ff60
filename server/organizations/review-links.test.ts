import { describe, expect, it } from 'vitest'
import { viewSurvey } from '../api/pages/survey-pages'
import { EditConflict, ValidationError } from '../errors'
import { submitResponse } from '../responses/submit-response'
import { SaveSequence } from '../sequences/schema'
import { composeMessage } from '../sequences/sending/compose-message'
import { saveSequence } from '../sequences/sequences'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { getReviewLinkSettings, pickReviewLinksForLocation, updateReviewLinkSettings } from './review-links'
import { UpdateReviewLinkSettings } from './schema'

const GOOGLE = { label: 'Google', url: 'https://g.page/r/harbour/review', locationId: null }

async function afterSurvey(organizationId: string, score: number, locationId: string | null = null) {
  const { token } = await aSurveyRequest(organizationId, { sending: { locationId } })
  await submitResponse(token, new Map([['nps', [String(score)]]]), 'en')
  const answer = await viewSurvey(token, new Request(`http://localhost/s/${token}`))
  return 'page' in answer && answer.page.kind === 'notice' ? answer.page.reviewLinks : undefined
}

describe('review links after a survey', () => {
  it('shows the same review links after a survey, whatever the score', async () => {
    const organizationId = await anOrganization()
    await updateReviewLinkSettings(organizationId, { links: [GOOGLE], showsOnThankYouPage: true })
    for (const score of [0, 6, 7, 8, 9, 10])
      expect(await afterSurvey(organizationId, score)).toEqual([{ label: 'Google', url: GOOGLE.url }])
  })

  it('shows no review links after a survey unless the organization enables them', async () => {
    const organizationId = await anOrganization()
    await updateReviewLinkSettings(organizationId, { links: [GOOGLE], showsOnThankYouPage: false })
    for (const score of [0, 10]) expect(await afterSurvey(organizationId, score)).toEqual([])
  })

  it('shows the review links of the survey’s location and those of the whole organization', async () => {
    const organizationId = await anOrganization()
    const [airport, harbour] = await Promise.all([aLocation(organizationId), aLocation(organizationId)])
    const ofAirport = { label: 'Google Airport', url: 'https://g.page/r/airport', locationId: airport.id }
    await updateReviewLinkSettings(organizationId, { links: [GOOGLE, ofAirport], showsOnThankYouPage: true })
    expect((await afterSurvey(organizationId, 9, airport.id))?.map(({ label }) => label)).toEqual([
      'Google',
      'Google Airport',
    ])
    expect((await afterSurvey(organizationId, 9, harbour.id))?.map(({ label }) => label)).toEqual(['Google'])
    // Falls back to all links if none match.
    expect(pickReviewLinksForLocation([ofAirport], harbour.id)).toHaveLength(1)
  })
})

describe('the review links setting', () => {
  it('accepts only https review links, at locations of the organization', async () => {
    const organizationId = await anOrganization()
    const parsed = (url: string) =>
      UpdateReviewLinkSettings.safeParse({ links: [{ ...GOOGLE, url }], showsOnThankYouPage: true })
    for (const url of ['http://g.page/r', 'javascript:alert(1)', 'https://', 'g.page'])
      expect(parsed(url).success).toBe(false)
    const { id: foreign } = await aLocation(await anOrganization())
    const links = [{ ...GOOGLE, locationId: foreign }]
    await expect(updateReviewLinkSettings(organizationId, { links, showsOnThankYouPage: true })).rejects.toBeInstanceOf(
      ValidationError,
    )
    expect(await getReviewLinkSettings(organizationId)).toEqual({ links: [], showsOnThankYouPage: false })
  })

  it('rejects an update of review links based on stale values', async () => {
    const organizationId = await anOrganization()
    const asRead = await getReviewLinkSettings(organizationId)
    await updateReviewLinkSettings(organizationId, { links: [GOOGLE], showsOnThankYouPage: true, asRead })
    const late = updateReviewLinkSettings(organizationId, { links: [], showsOnThankYouPage: true, asRead })
    await expect(late).rejects.toBeInstanceOf(EditConflict)
  })
})

describe('review links in a sequence step', () => {
  const step = (condition: string) => ({
    type: 'email',
    subject: 'One more thing',
    body: 'You can review us here:\n{{reviewLinks}}',
    condition,
  })
  const saved = async (organizationId: string, condition: string) => {
    const { id: surveyId } = await aSurvey(organizationId)
    const input = { name: 'Visit', steps: [{ type: 'survey', surveyId }, step(condition)] }
    const read = SaveSequence.safeParse(input)
    if (!read.success) return read.error.issues.map(({ path, message }) => [path.join('.'), message.split(' ')[0]])
    return saveSequence(organizationId, read.data).then(
      () => 'saved',
      (error: unknown) => (error instanceof ValidationError ? error.details : error),
    )
  }

  it('allows review links in sequence steps with any condition except those by score', async () => {
    const organizationId = await anOrganization()
    await updateReviewLinkSettings(organizationId, { links: [GOOGLE], showsOnThankYouPage: false })
    for (const condition of ['always', 'answered', 'not_answered'])
      expect(await saved(organizationId, condition)).toBe('saved')
    for (const condition of ['positive', 'neutral', 'negative'])
      expect(await saved(organizationId, condition)).toEqual([['steps.1.body', 'sequence.reviewLinksByScore']])
  })

  it('refuses a sequence step with review links while the organization has none', async () => {
    expect(await saved(await anOrganization(), 'always')).toEqual({
      'steps.1.body': ['There are no review links yet. Add them under Settings, Review links.'],
    })
  })

  it('composeMessage inserts the review links at their placeholder', () => {
    const message = composeMessage({
      step: {
        id: '1',
        delay: 0,
        surveyId: null,
        webhookUrl: null,
        type: 'email',
        condition: 'always',
        conditions: null,
        branch: null,
        subject: 'Reviews',
        body: 'Here:\n{{reviewLinks}}',
      },
      sendingStepId: '01890000-0000-7000-8000-000000000000',
      surveyStepId: null,
      survey: null,
      contact: {
        email: 'ada@example.com',
        phone: null,
        firstName: 'Ada',
        lastName: null,
        preferredLanguage: 'en',
        customFields: {},
      },
      contactProperties: [],
      organization: {
        id: '',
        name: 'Harbour',
        brandColor: null,
        pageLook: {},
        postalAddress: null,
        replyTo: null,
        sendingDomain: null,
        linkDomain: null,
        fromName: null,
        logo: null,
        footerText: {},
        tracksOpensAndClicks: false,
        defaultLanguage: 'en',
        reviewLinks: [GOOGLE],
      },
      locationId: null,
    })
    expect(message.text).toContain(`Here:\nGoogle: ${GOOGLE.url}`)
    expect('html' in message && message.html).toContain(`href="${GOOGLE.url}"`)
  })
})
