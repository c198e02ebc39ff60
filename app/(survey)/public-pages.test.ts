import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deleteContact } from '@/server/contacts/delete'
import { optOut, suppressedAmong } from '@/server/contacts/suppression'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { aContact, anOrganization } from '@/server/testing/factories/basics'
import { anAskedSurvey } from '@/server/testing/factories/responses'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'
import { POST as changeConsent, GET as viewConsent } from './u/[token]/route'

type Handler = typeof viewSurvey

async function send(handler: Handler, path: string, form?: Record<string, string> | string, headers = {}) {
  const body = form === undefined ? undefined : typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const request = new Request(`http://localhost${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const token = path.split(/[/?]/)[2] ?? ''
  const response = await handler(request, { params: Promise.resolve({ token }) })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const REASON = { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' }, required: false }

describe('GET /s/<token>', () => {
  it('200: the survey page is a plain HTML form in the organization’s default language, or in the one of ?lang', async () => {
    const organizationId = await anOrganization({
      name: 'Harbour & <Co>',
      brandColor: '#1f6f5c',
      defaultLanguage: 'fr',
    })
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: [REASON] } })
    const { status, html } = await send(viewSurvey, `/s/${token}`)
    expect(status).toBe(200)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Harbour &amp; &lt;Co>')
    expect(html).toContain('--brand:#1f6f5c')
    expect(html).toContain(`<form class="wide" method="post" action="/s/${token}"`)
    expect(html.match(/<input id="q0-\d+" type="radio" name="q.nps"/g)).toHaveLength(11)
    expect(html).toContain('Pourquoi ?')
    expect(html).toContain('name="q.why"')
    expect(html).not.toContain(' checked')
    expect((await send(viewSurvey, `/s/${token}?lang=en`)).html).toContain('Why?')
  })

  it('200: a score in the survey link preselects an answer without recording a response', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    const { html } = await send(viewSurvey, `/s/${token}?score=3`)
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('3')
    expect((await send(viewSurvey, `/s/${token}?score=11`)).html).not.toContain(' checked')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('200: the survey page sets no cookie, loads no external resource, and is not cached, framed or indexed', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    const { headers, html } = await send(viewSurvey, `/s/${token}`)
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
    expect(policy).toContain('img-src data:')
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/survey.js" defer>'])
  })

  it('200: texts and input on the survey page follow their own text direction', async () => {
    const choice = { id: 'where', type: 'single_choice', required: true, text: { en: 'איפה?' } }
    const options = [
      { id: 'shop', label: { en: 'חנות' } },
      { id: 'web', label: { en: 'Web' } },
    ]
    const { token } = await anAskedSurvey(await anOrganization({ name: 'מאפיית הנמל' }), {
      survey: { type: 'custom', questions: [{ ...choice, options }, REASON] },
    })
    const { html } = await send(viewSurvey, `/s/${token}`)
    expect(html).toContain('<bdi>מאפיית הנמל</bdi>')
    expect(html).toMatch(/<h1 dir="auto">איפה\?/)
    expect(html).toContain('<bdi>חנות</bdi>')
    expect(html).toMatch(/<textarea [^>]*dir="auto"/)
    expect(html).toContain('Your answer goes to \u2068מאפיית הנמל\u2069.')
  })

  it('200: the text of the survey page scales with the browser’s text size', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    const [style = ''] = /<style[^]*<\/style>/.exec((await send(viewSurvey, `/s/${token}`)).html) ?? []
    expect(style).toContain('font:100%/1.5')
    expect(style).not.toMatch(/font(?:-size)?:[^;}]*\dpx/)
    expect(style).not.toMatch(/line-height:[^;}]*\dpx/)
    expect(style).not.toMatch(/@media \([^)]*px\)/)
  })

  it('200: the survey page and its script stay under 9 KB in total when compressed', async () => {
    const { token } = await anAskedSurvey(await anOrganization(), { survey: { questions: [REASON] } })
    const { html } = await send(viewSurvey, `/s/${token}`)
    const script = readFileSync('public/survey.js')
    expect(script.length).toBeLessThan(11 * 1024)
    expect(gzipSync(html).length + gzipSync(script).length).toBeLessThan(9 * 1024)
  })

  it('200: the link preview of a survey names the organization and reveals neither the contact nor the answer', async () => {
    const organizationId = await anOrganization({ name: 'Harbour & "Co"' })
    const { token, contact } = await anAskedSurvey(organizationId)
    const card = async () =>
      (await send(viewSurvey, `/s/${token}?score=2`)).html.match(/<meta property="og:[^>]*>/g)?.join()
    expect(await card()).toContain('Harbour &amp; &quot;Co&quot; would like to hear from you')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect((await db.sendingStep.findFirstOrThrow({ where: { organizationId } })).status).toBe('sent')
    await send(answerSurvey, `/s/${token}`, { 'q.nps': '2' })
    expect(await card()).toContain('has your answer.')
    expect(await card()).not.toContain('sorry')
    expect(await card()).not.toContain(contact.email)
  })

  it('404: an invalid survey link gets an error page in the browser’s language', async () => {
    const { step } = await anAskedSurvey(await anOrganization())
    for (const token of ['nonsense', signToken('unsubscribe', step.id)]) {
      const { status, html } = await send(viewSurvey, `/s/${token}`, undefined, { 'Accept-Language': 'fr-CA' })
      expect(status).toBe(404)
      expect(html).toContain('Ce lien ne fonctionne pas')
    }
  })

  it('410: the link of an archived survey shows that the survey has ended', async () => {
    const { token } = await anAskedSurvey(await anOrganization(), { survey: { status: 'archived' } })
    const { status, html } = await send(viewSurvey, `/s/${token}`)
    expect(status).toBe(410)
    expect(html).toContain('This survey has ended')
  })
})

describe('POST /s/<token>', () => {
  it.each([
    ['9', 'We are glad it went well.'],
    ['7', 'do better.'],
    ['2', 'We are sorry we fell short.'],
  ])('303: submitting a score of %s redirects to the thank-you page for it', async (score, words) => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    const { status, headers } = await send(answerSurvey, `/s/${token}?score=0`, { 'q.nps': score, _language: 'en' })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`/s/${token}`)
    const thanks = await send(viewSurvey, `/s/${token}`)
    expect(thanks.status).toBe(200)
    expect(thanks.html).toContain(words)
    expect(thanks.html).not.toContain('<form')
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({ npsScore: Number(score) })
  })

  it('303: the same answer can be resubmitted; 200: a different one is discarded with the “already answered” page', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    for (const _ of [1, 2]) expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(303)
    const { status, html } = await send(answerSurvey, `/s/${token}`, { 'q.nps': '1', _language: 'fr' })
    expect(status).toBe(200)
    expect(html).toContain('<body data-page="already">')
    expect(html).toContain('Vous avez déjà répondu')
    expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([{ npsScore: 9 }])
  })

  it('200: a submission by script gets the thank-you page without a redirect, also when repeated', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    for (const _ of [1, 2]) {
      const { status, html } = await send(answerSurvey, `/s/${token}`, { 'q.nps': '9', _stay: '1' })
      expect(status).toBe(200)
      expect(html).toContain('<body data-page="thanks">')
      expect(html).toContain('We are glad it went well.')
    }
  })

  it('400: a submission without a required answer shows the form again with the entered text and an error', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: [REASON] } })
    const { status, html } = await send(answerSurvey, `/s/${token}`, { 'q.why': 'A <b>long</b> wait', _language: 'fr' })
    expect(status).toBe(400)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Répondez à cette question.')
    expect(html).toContain('A &lt;b>long&lt;/b> wait</textarea>')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('204: saves a partial response and shows it on the next visit', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: [REASON] } })
    const { status } = await send(answerSurvey, `/s/${token}`, { 'q.nps': '4', 'q.why': 'Slow', _save: '1' })
    expect(status).toBe(204)
    const { html } = await send(viewSurvey, `/s/${token}`)
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('4')
    expect(html).toContain('Slow</textarea>')
  })

  it('413: refuses a survey submission over 64 KB', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    const { status, html } = await send(answerSurvey, `/s/${token}`, `q.nps=9&q.why=${'a'.repeat(65_536)}`)
    expect(status).toBe(413)
    expect(html).toContain('Your answer is too long')
  })

  it('429: limits submissions per survey link, in the language of its page, without limiting partial saves', async () => {
    const organizationId = await anOrganization({ name: 'Harbour', defaultLanguage: 'fr' })
    const { token } = await anAskedSurvey(organizationId)
    for (let i = 0; i < 30; i += 1)
      expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '11' })).status).toBe(400)

    const { status, headers, html } = await send(answerSurvey, `/s/${token}`, { 'q.nps': '9' })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Un instant, s’il vous plaît')
    expect(html).toContain('Harbour')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '9', _save: '1' })).status).toBe(204)
  })

  it('429: refuses the 61st partial save within a minute, but still accepts the submission', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    for (let i = 0; i < 60; i += 1)
      expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '4', _save: '1' })).status).toBe(204)
    expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '5', _save: '1' })).status).toBe(429)
    expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(303)
  })

  it('429: limits submissions per client address across all survey links', async () => {
    const headers = {
      'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
    }
    const links = await Promise.all(Array.from({ length: 11 }, async () => anAskedSurvey(await anOrganization())))
    for (const { token } of links.slice(0, 10)) {
      const all = Array.from({ length: 30 }, () => send(answerSurvey, `/s/${token}`, { 'q.nps': '11' }, headers))
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(30).fill(400))
    }
    const path = `/s/${links[10]?.token}`
    expect((await send(answerSurvey, path, { 'q.nps': '9' }, headers)).status).toBe(429)
    expect((await send(answerSurvey, path, { 'q.nps': '9' })).status).toBe(303)
  })

  it('429: refuses the 61st consent change through one unsubscribe link within a minute', async () => {
    const { step, contact } = await anAskedSurvey(await anOrganization())
    const path = `/u/${signToken('unsubscribe', step.id)}`
    for (let i = 0; i < 60; i += 1)
      expect((await send(changeConsent, path, { _action: i % 2 === 0 ? 'unsubscribe' : 'subscribe' })).status).toBe(200)
    const last = await send(changeConsent, path, { _action: 'unsubscribe' })
    expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await db.contact.findUniqueOrThrow({ where: { id: contact.id } })).toMatchObject({ optedOutAt: null })
  })

  it('404 and 410: refuses a submission to an unknown link or an archived survey', async () => {
    expect((await send(answerSurvey, '/s/nonsense', { 'q.nps': '9' })).status).toBe(404)
    const { token } = await anAskedSurvey(await anOrganization(), { survey: { status: 'archived' } })
    expect((await send(answerSurvey, `/s/${token}`, { 'q.nps': '9' })).status).toBe(410)
  })
})

describe('/u/<token>', () => {
  const anUnsubscribeLink = async () => {
    const { step, contact } = await anAskedSurvey(await anOrganization())
    const isOptedOut = async () => (await db.contact.findUniqueOrThrow({ where: { id: contact.id } })).unsubscribed
    return { path: `/u/${signToken('unsubscribe', step.id)}`, contact, isOptedOut }
  }

  it('200: opening an unsubscribe link does not unsubscribe the contact', async () => {
    const { path, contact, isOptedOut } = await anUnsubscribeLink()
    const { status, html } = await send(viewConsent, path)
    expect(status).toBe(200)
    expect(html).toContain(contact.email)
    expect(html).toContain('Stop these messages?')
    expect(await isOptedOut()).toBe(false)
  })

  it('200: a one-click unsubscribe request opts out without a redirect, also when repeated', async () => {
    const { path, isOptedOut } = await anUnsubscribeLink()
    for (const _ of [1, 2]) {
      const { status, html } = await send(changeConsent, path, 'List-Unsubscribe=One-Click')
      expect(status).toBe(200)
      expect(html).toContain('You are unsubscribed')
      expect(await isOptedOut()).toBe(true)
    }
  })

  it('200: the buttons of the unsubscribe page opt out and back in', async () => {
    const { path, isOptedOut } = await anUnsubscribeLink()
    await send(changeConsent, path, { _action: 'unsubscribe' })
    expect(await isOptedOut()).toBe(true)
    expect((await send(changeConsent, path, { _action: 'subscribe' })).html).toContain('Stop these messages?')
    expect(await isOptedOut()).toBe(false)
  })

  it('200: unsubscribing applies to the address that got the message, not to the contact’s new address', async () => {
    const { path, contact, isOptedOut } = await anUnsubscribeLink()
    const { organizationId, email } = contact
    await db.contact.update({ where: { id: contact.id }, data: { email: `new-${email}` } })
    expect((await send(changeConsent, path, 'List-Unsubscribe=One-Click')).html).toContain('You are unsubscribed')
    expect(await isOptedOut()).toBe(false)
    const onList = await suppressedAmong(db, organizationId, [email, `new-${email}`])
    expect([...onList.keys()]).toEqual([email])
    expect((await send(changeConsent, path, { _action: 'subscribe' })).html).toContain('Stop these messages?')
    expect((await suppressedAmong(db, organizationId, [email])).size).toBe(0)
  })

  it('404: an unsubscribe link does not change the opt-out of another contact who now has the address', async () => {
    const { path, contact } = await anUnsubscribeLink()
    const { organizationId, email } = contact
    await db.contact.update({ where: { id: contact.id }, data: { email: `new-${email}` } })
    const other = await aContact(organizationId, { email })
    const isOptedOut = async () => (await db.contact.findUniqueOrThrow({ where: { id: other.id } })).unsubscribed
    expect((await send(viewConsent, path)).status).toBe(404)
    expect((await send(changeConsent, path, 'List-Unsubscribe=One-Click')).status).toBe(404)
    expect(await isOptedOut()).toBe(false)
    await optOut(organizationId, other.id, email)
    expect((await send(changeConsent, path, { _action: 'subscribe' })).status).toBe(404)
    expect(await isOptedOut()).toBe(true)
    expect((await suppressedAmong(db, organizationId, [email])).size).toBe(1)
  })

  it('404: the survey and unsubscribe links of a deleted contact stay invalid when the address is reused', async () => {
    const { step, survey, contact, token } = await anAskedSurvey(await anOrganization())
    const { organizationId, id, email } = contact
    await deleteContact(organizationId, id)
    await aContact(organizationId, { email })
    const unsubscribe = `/u/${signToken('unsubscribe', step.id)}`
    const answers = [
      await send(viewConsent, unsubscribe),
      await send(changeConsent, unsubscribe, 'List-Unsubscribe=One-Click'),
      await send(viewSurvey, `/s/${token}`),
      await send(answerSurvey, `/s/${token}`, { 'q.nps': '9' }),
      await send(answerSurvey, `/s/${token}`, { 'q.nps': '9', _save: '' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await db.response.count({ where: { surveyId: survey.id } })).toBe(0)
    expect((await suppressedAmong(db, organizationId, [email])).size).toBe(0)
  })

  it('404: a survey token is not accepted as an unsubscribe token', async () => {
    const { token } = await anAskedSurvey(await anOrganization())
    expect((await send(viewConsent, `/u/${token}`)).status).toBe(404)
    expect((await send(changeConsent, `/u/${token}`, 'List-Unsubscribe=One-Click')).status).toBe(404)
  })
})
