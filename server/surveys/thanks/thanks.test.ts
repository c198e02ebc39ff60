import { describe, expect, it } from 'vitest'
import { localizableMessage } from '../../messages/localizable-message'
import { updateReviewLinkSettings } from '../../organizations/review-links'
import { anOrganization } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'
import { isOnReviewSite } from './find-gated-review-links'

const survey = (fields: object, type = 'nps') => ({ name: 'Visit', type, questions: [], ...fields })
const button = (url: string) => ({ button: { label: 'Go on', url } })
const OWN = 'https://example.com/reviews-of-us'
const GOOGLE = 'https://g.page/r/harbour/review'

async function save(fields: object, type?: string) {
  const organizationId = await anOrganization()
  const links = [{ label: 'Ours', url: OWN, locationId: null }]
  await updateReviewLinkSettings(organizationId, { links, showsOnThankYouPage: false })
  const { status, body } = await apiAs(organizationId, 'surveys:write')('POST /surveys', survey(fields, type))
  return status === 201 ? body.data : Object.keys(body.error.details)
}

describe('the thanks of a survey', () => {
  it('201: are stored by band, without what is null, and returned with each survey', async () => {
    const call = apiAs(await anOrganization(), 'surveys:*')
    const thanks = {
      positive: { title: 'Great', text: null, ...button('https://example.com/new') },
      negative: { text: { en: 'Sorry', fr: 'Désolés' }, redirectUrl: 'https://example.com/help?a=1#b' },
      neutral: null,
      plain: {},
    }
    const created = await call('POST /surveys', survey({ thanks }))
    const stored = { positive: { title: 'Great', ...button('https://example.com/new') }, negative: thanks.negative }
    expect(created.body.data.thanks).toEqual(stored)
    const renamed = await call(`PATCH /surveys/${created.body.data.id}`, { name: 'B' })
    expect(renamed.body.data.thanks).toEqual(stored)
    const changed = await call(`PATCH /surveys/${created.body.data.id}`, { thanks: {} })
    expect(changed.body.data.thanks).toEqual({})
  })

  it.each(['http://example.com', 'javascript:alert(1)', '//example.com', 'https://', 'example.com'])(
    '400: %s is no address for a button or a redirect',
    async (url) => {
      const endings = [{ id: 'end', title: 'End', redirectUrl: url }]
      expect(await save({ endings, thanks: { positive: button(url) } })).toEqual([
        'endings.0.redirectUrl',
        'thanks.positive.button.url',
      ])
    },
  )

  it.each([OWN, `${OWN}#top`, GOOGLE, 'https://uk.trustpilot.com/evaluate/harbour.example'])(
    '400: offers %s after every score or after none',
    async (url) => {
      const all = { positive: button(url), neutral: button(url), negative: button(url) }
      expect(await save({ thanks: { positive: button(url) } })).toEqual(['thanks.positive.button.url'])
      expect(await save({ thanks: { plain: { redirectUrl: url } } })).toEqual(['thanks.plain.redirectUrl'])
      expect(await save({ thanks: all })).toMatchObject({ thanks: all })
      const quietly = { ...all, negative: { redirectUrl: 'https://example.com/help' } }
      expect(await save({ thanks: quietly })).toEqual(['thanks.positive.button.url', 'thanks.neutral.button.url'])
      expect(await save({ thanks: { plain: button(url) } }, 'custom')).toMatchObject({ thanks: { plain: {} } })
    },
  )

  it('400: an ending without the review link that the bands have would keep it from some people', async () => {
    const all = { positive: button(GOOGLE), neutral: button(GOOGLE), negative: button(GOOGLE) }
    const ending = { id: 'sorry', title: 'Sorry' }
    expect(await save({ thanks: all, endings: [ending] })).toHaveLength(3)
    expect(await save({ thanks: all, endings: [{ ...ending, ...button(GOOGLE) }] })).toHaveProperty('id')
    expect(await save({ endings: [{ ...ending, ...button(GOOGLE) }] })).toEqual(['endings.0.button.url'])
  })

  it('knows review sites by their hosts, and no others', () => {
    const sites = [
      'https://www.google.co.uk/maps/place/x',
      'https://search.google.com/local/writereview?placeid=1',
      'https://maps.app.goo.gl/abc',
      'https://www.tripadvisor.fr/UserReviewEdit',
      'https://WWW.YELP.COM./writeareview/biz/1',
      'https://www.facebook.com/harbour/reviews',
    ]
    const others = [
      'https://docs.google.com/forms/d/1',
      'https://trustpilot.example.com/',
      'https://notyelp.com/',
      'https://example.com/?to=https://g.page/r/1',
      'https://www.facebook.com/harbour',
    ]
    expect(sites.filter((url) => !isOnReviewSite(url))).toEqual([])
    expect(others.filter(isOnReviewSite)).toEqual([])
  })
})

describe('review links that are added later', () => {
  const link = (url: string) => ({ label: 'Ours', url, locationId: null })
  const add = async (organizationId: string, ...urls: string[]) =>
    updateReviewLinkSettings(organizationId, { links: urls.map(link), showsOnThankYouPage: true })

  it('are refused while a survey gives them after some scores only', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'surveys:*')
    const gated = { positive: button(OWN) }
    const { id } = (await call('POST /surveys', survey({ thanks: gated }))).body.data
    const other = await anOrganization()
    await add(other, OWN)
    await expect(add(organizationId, 'https://example.com/', OWN)).rejects.toMatchObject({
      fields: { 'links.1.url': [localizableMessage('survey.gatedByLink', { survey: 'Visit' })] },
    })
    await add(organizationId, 'https://example.com/')
    const everyone = { positive: button(OWN), neutral: button(OWN), negative: button(OWN) }
    await call(`PATCH /surveys/${id}`, { thanks: everyone })
    expect((await add(organizationId, OWN)).links).toHaveLength(1)
  })
})
