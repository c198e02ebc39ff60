import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { OPTIONAL_TEXT_QUESTION, requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

describe('POST /s/<token>', () => {
  it.each([
    ['9', 'We are glad it went well.'],
    ['7', 'do better.'],
    ['2', 'We are sorry we fell short.'],
  ])('303: submitting a score of %s redirects to the thank-you page for it', async (score, words) => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    const { status, headers } = await requestPublicPage(answerSurvey, `/s/${token}?score=0`, {
      'q.nps': score,
      _language: 'en',
    })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`/s/${token}`)
    const thanks = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(thanks.status).toBe(200)
    expect(thanks.html).toContain(words)
    expect(thanks.html).not.toContain('<form')
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({ npsScore: Number(score) })
  })

  it('stores the seconds from the last opening of the page to the submission', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    const { html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    const openedAt = Number(/name="_opened" value="(\d+)"/.exec(html)?.[1])
    expect(Math.abs(Date.now() - openedAt)).toBeLessThan(60_000)
    await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', _opened: String(openedAt - 3_600_000) })
    const { secondsToComplete } = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(secondsToComplete).toBeGreaterThanOrEqual(3600)
    expect(secondsToComplete).toBeLessThan(3660)
  })

  it('carries the opening time through the steps of one question at a time, and through a fault', async () => {
    const organizationId = await anOrganization()
    const questions = [OPTIONAL_TEXT_QUESTION]
    const { token } = await aSurveyRequest(organizationId, { survey: { questions, layout: 'one' } })
    const form = { 'q.nps': '9', _opened: '1796000000000', _at: 'nps' }
    const next = await requestPublicPage(answerSurvey, `/s/${token}`, { ...form, _step: 'next' })
    expect(next.html).toContain('name="_opened" value="1796000000000"')
    const faulty = await requestPublicPage(answerSurvey, `/s/${token}`, { ...form, 'q.nps': '' })
    expect(faulty.status).toBe(400)
    expect(faulty.html).toContain('name="_opened" value="1796000000000"')
  })

  it.each([
    ['missing', {}],
    ['no number', { _opened: 'yesterday' }],
    ['in the future', { _opened: String(Date.now() + 3_600_000) }],
    ['over 24 hours ago', { _opened: String(Date.now() - 90_000_000) }],
  ])('stores no time to complete if the opening time is %s', async (_case, fields) => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    const { status } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', ...fields })
    expect(status).toBe(303)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({ secondsToComplete: null })
  })

  it('303: the same answer can be resubmitted; 200: a different one is discarded with the “already answered” page', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    for (const _ of [1, 2])
      expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(303)
    const { status, html } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '1', _language: 'fr' })
    expect(status).toBe(200)
    expect(html).toContain('<body data-page="already">')
    expect(html).toContain('Vous avez déjà répondu')
    expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([{ npsScore: 9 }])
  })

  it('200: a submission by script gets the thank-you page without a redirect, also when repeated', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    for (const _ of [1, 2]) {
      const { status, html } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', _stay: '1' })
      expect(status).toBe(200)
      expect(html).toContain('<body data-page="thanks">')
      expect(html).toContain('We are glad it went well.')
    }
  })

  it('303: leads to the page of the owner’s choice once the answers are stored, by script and without, also when repeated', async () => {
    const organizationId = await anOrganization()
    const thanks = { negative: { redirectUrl: 'https://help.example.com/?a=1&b=2' } }
    const { token } = await aSurveyRequest(organizationId, { survey: { thanks } })
    const form = await requestPublicPage(viewSurvey, `/s/${token}?redirectUrl=https://evil.example`)
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self' https:;")
    for (const _ of [1, 2]) {
      const { status, headers } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '2' })
      expect([status, headers.get('location')]).toEqual([303, thanks.negative.redirectUrl])
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(await db.response.count({ where: { organizationId } })).toBe(1)
    const stayed = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '2', _stay: '1' })
    expect(stayed.html).toContain('href="https://help.example.com/?a=1&amp;b=2" rel="noreferrer" data-redirect')
    const later = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(later.html).toContain('Continue to help.example.com')
    expect(later.html).not.toContain('data-redirect')
  })

  it('303: shows the thanks instead of a redirect while review links are shown, which everyone is to see', async () => {
    const reviewLinks = [{ label: 'Google', url: 'https://g.page/r/harbour', locationId: null }]
    const organizationId = await anOrganization({ reviewLinks, showsReviewLinks: true })
    const thanks = { negative: { redirectUrl: 'https://help.example.com/' } }
    const { token } = await aSurveyRequest(organizationId, { survey: { thanks } })
    const { headers } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '2' })
    expect(headers.get('location')).toBe(`/s/${token}`)
    const { html } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '2', _stay: '1' })
    expect(html).toContain('href="https://g.page/r/harbour"')
    expect(html).toContain('Continue to help.example.com')
    expect(html).not.toContain('data-redirect')
  })

  it('200: shows the title, text and button of the band, escaped, and the usual words for what is not set', async () => {
    const thanks = {
      positive: {
        title: { en: '<b>Great</b>', fr: 'Super' },
        button: { label: { en: 'See <i>more</i>', fr: 'Voir plus' }, url: 'https://example.com/"><script>' },
      },
    }
    const { token } = await aSurveyRequest(await anOrganization(), { survey: { thanks } })
    const { html } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '10', _stay: '1' })
    expect(html).toContain('<h1 dir="auto">&lt;b>Great&lt;/b></h1><p dir="auto">We are glad it went well.')
    expect(html).toContain('href="https://example.com/&quot;>&lt;script>" rel="noreferrer"><bdi>See &lt;i>more')
    const french = await requestPublicPage(viewSurvey, `/s/${token}?lang=fr`)
    expect(french.html).toContain('<bdi>Voir plus</bdi>')
  })

  it('400: a submission without a required answer shows the form again with the entered text and an error', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: [OPTIONAL_TEXT_QUESTION] } })
    const { status, html } = await requestPublicPage(answerSurvey, `/s/${token}`, {
      'q.why': 'A <b>long</b> wait',
      _language: 'fr',
    })
    expect(status).toBe(400)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Répondez à cette question.')
    expect(html).toContain('A &lt;b>long&lt;/b> wait</textarea>')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('204: saves a partial response and shows it on the next visit', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: [OPTIONAL_TEXT_QUESTION] } })
    const { status } = await requestPublicPage(answerSurvey, `/s/${token}`, {
      'q.nps': '4',
      'q.why': 'Slow',
      _save: '1',
    })
    expect(status).toBe(204)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({
      status: 'partial',
      channel: 'email',
    })
    const { html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('4')
    expect(html).toContain('Slow</textarea>')
  })

  it('413: refuses a survey submission over 64 KB', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    const { status, html } = await requestPublicPage(answerSurvey, `/s/${token}`, `q.nps=9&q.why=${'a'.repeat(65_536)}`)
    expect(status).toBe(413)
    expect(html).toContain('Your answer is too long')
  })

  it('429: limits submissions per survey link, in the language of its page, without limiting partial saves', async () => {
    const organizationId = await anOrganization({ name: 'Harbour', defaultLanguage: 'fr' })
    const { token } = await aSurveyRequest(organizationId)
    for (let i = 0; i < 30; i += 1)
      expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '11' })).status).toBe(400)

    const { status, headers, html } = await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Un instant, s’il vous plaît')
    expect(html).toContain('Harbour')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', _save: '1' })).status).toBe(204)
  })

  it('429: refuses the 61st partial save within a minute, but still accepts the submission', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    for (let i = 0; i < 60; i += 1)
      expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '4', _save: '1' })).status).toBe(204)
    expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '5', _save: '1' })).status).toBe(429)
    expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(303)
  })

  it('429: limits submissions per client address across all survey links', async () => {
    const headers = {
      'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
    }
    const links = await Promise.all(Array.from({ length: 11 }, async () => aSurveyRequest(await anOrganization())))
    for (const { token } of links.slice(0, 10)) {
      const all = Array.from({ length: 30 }, () =>
        requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '11' }, headers),
      )
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(30).fill(400))
    }
    const path = `/s/${links[10]?.token}`
    expect((await requestPublicPage(answerSurvey, path, { 'q.nps': '9' }, headers)).status).toBe(429)
    expect((await requestPublicPage(answerSurvey, path, { 'q.nps': '9' })).status).toBe(303)
  })

  it('404 and 410: refuses a submission to an unknown link or an archived survey', async () => {
    expect((await requestPublicPage(answerSurvey, '/s/nonsense', { 'q.nps': '9' })).status).toBe(404)
    const { token } = await aSurveyRequest(await anOrganization(), { survey: { status: 'archived' } })
    expect((await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(410)
  })
})
