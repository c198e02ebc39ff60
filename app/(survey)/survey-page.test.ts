import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { OPTIONAL_TEXT_QUESTION, requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

describe('GET /s/<token>', () => {
  it('200: the survey page is a plain HTML form in the organization’s default language, or in the one of ?lang', async () => {
    const organizationId = await anOrganization({
      name: 'Harbour & <Co>',
      brandColor: '#1f6f5c',
      defaultLanguage: 'fr',
    })
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: [OPTIONAL_TEXT_QUESTION] } })
    const { status, html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(status).toBe(200)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Harbour &amp; &lt;Co>')
    expect(html).toContain('--brand:#1f6f5c')
    expect(html).toContain(`<form class="wide" method="post" action="/s/${token}"`)
    expect(html.match(/<input id="q0-\d+" type="radio" name="q.nps"/g)).toHaveLength(11)
    expect(html).toContain('Pourquoi ?')
    expect(html).toContain('name="q.why"')
    expect(html).not.toContain(' checked')
    expect((await requestPublicPage(viewSurvey, `/s/${token}?lang=en`)).html).toContain('Why?')
  })

  it('200: a score in the survey link preselects an answer without recording a response', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    const { html } = await requestPublicPage(viewSurvey, `/s/${token}?score=3`)
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('3')
    expect((await requestPublicPage(viewSurvey, `/s/${token}?score=11`)).html).not.toContain(' checked')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('200: the survey page sets no cookie, loads no external resource, and is not cached, framed or indexed', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    const { headers, html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(html).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'}">`)
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
    // Without it the browser requests /favicon.ico.
    expect(html).toMatch(/<link rel="icon" href="data:image\/svg\+xml,[^"]+"\/>/)
    expect(policy).toContain("img-src 'self' data:")
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/survey.js" defer>'])
  })

  it('200: texts and input on the survey page follow their own text direction', async () => {
    const choice = { id: 'where', type: 'single_choice', required: true, text: { en: 'איפה?' } }
    const options = [
      { id: 'shop', label: { en: 'חנות' } },
      { id: 'web', label: { en: 'Web' } },
    ]
    const { token } = await aSurveyRequest(await anOrganization({ name: 'מאפיית הנמל' }), {
      survey: { type: 'custom', questions: [{ ...choice, options }, OPTIONAL_TEXT_QUESTION] },
    })
    const { html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(html).toContain('<bdi>מאפיית הנמל</bdi>')
    expect(html).toMatch(/<h1 dir="auto">איפה\?/)
    expect(html).toContain('<bdi>חנות</bdi>')
    expect(html).toMatch(/<textarea [^>]*dir="auto"/)
    expect(html).toContain('Your answer goes to \u2068מאפיית הנמל\u2069.')
  })

  it('200: the text of the survey page scales with the browser’s text size', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    const [style = ''] = /<style[^]*<\/style>/.exec((await requestPublicPage(viewSurvey, `/s/${token}`)).html) ?? []
    expect(style).toContain('font:100%/1.5')
    expect(style).not.toMatch(/font(?:-size)?:[^;}]*\dpx/)
    expect(style).not.toMatch(/line-height:[^;}]*\dpx/)
    expect(style).not.toMatch(/@media \([^)]*px\)/)
  })

  it('200: the survey page and its script stay under 9 KB in total when compressed', async () => {
    const { token } = await aSurveyRequest(await anOrganization(), { survey: { questions: [OPTIONAL_TEXT_QUESTION] } })
    const { html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    const script = readFileSync('public/survey.js')
    expect(script.length).toBeLessThan(12 * 1024)
    expect(gzipSync(html).length + gzipSync(script).length).toBeLessThan(9 * 1024)
  })

  it('200: the link preview of a survey names the organization and reveals neither the contact nor the answer', async () => {
    const organizationId = await anOrganization({ name: 'Harbour & "Co"' })
    const { token, contact } = await aSurveyRequest(organizationId)
    const card = async () =>
      (await requestPublicPage(viewSurvey, `/s/${token}?score=2`)).html.match(/<meta property="og:[^>]*>/g)?.join()
    expect(await card()).toContain('Harbour &amp; &quot;Co&quot; would like to hear from you')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect((await db.sendingStep.findFirstOrThrow({ where: { organizationId } })).status).toBe('sent')
    await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '2' })
    expect(await card()).toContain('has your answer.')
    expect(await card()).not.toContain('sorry')
    expect(await card()).not.toContain(contact.email)
  })

  it('404: an invalid survey link gets an error page in the browser’s language', async () => {
    const { step } = await aSurveyRequest(await anOrganization())
    for (const token of ['nonsense', signToken('unsubscribe', step.id)]) {
      const { status, html } = await requestPublicPage(viewSurvey, `/s/${token}`, undefined, {
        'Accept-Language': 'fr-CA',
      })
      expect(status).toBe(404)
      expect(html).toContain('Ce lien ne fonctionne pas')
    }
  })

  it('410: the link of an archived survey shows that the survey has ended', async () => {
    const { token } = await aSurveyRequest(await anOrganization(), { survey: { status: 'archived' } })
    const { status, html } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(status).toBe(410)
    expect(html).toContain('This survey has ended')
  })
})
