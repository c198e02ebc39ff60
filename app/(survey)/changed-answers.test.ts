import { describe, expect, it } from 'vitest'
import { ALERT_RULE_INPUT } from '@/server/alerts/alert-fixture'
import { matchCandidates } from '@/server/alerts/match-candidates'
import { createAlertRule } from '@/server/alerts/rules'
import { HOUR_MS } from '@/server/clock'
import { db } from '@/server/db'
import { createSurveyLink } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import { anOrganization, aSubscription, aSurvey } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { aMember } from '@/server/testing/factories/sessions'
import { POST as answerLink, GET as viewLink } from './f/[slug]/route'
import { OPTIONAL_TEXT_QUESTION, requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

const SURVEY = { questions: [OPTIONAL_TEXT_QUESTION], changeHours: 24 }

async function anAnsweredSurvey(survey: object = SURVEY) {
  const organizationId = await anOrganization()
  const { token } = await aSurveyRequest(organizationId, { survey })
  await aSubscription(organizationId, ['new_response', 'detractor_response'])
  const answer = (form: Record<string, string>) => requestPublicPage(answerSurvey, `/s/${token}`, form)
  const view = (query = '') => requestPublicPage(viewSurvey, `/s/${token}${query}`)
  const { status } = await answer({ 'q.nps': '9', 'q.why': 'Warm bread' })
  expect(status).toBe(303)
  const listDeliveries = () => db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  const findRow = () => db.response.findFirstOrThrow({ where: { organizationId } })
  return { organizationId, token, answer, view, findRow, listDeliveries }
}

const readBasedOn = (html: string) => /name="_change" value="(\d+)"/.exec(html)?.[1] ?? ''

describe('a survey that lets people change their answers', () => {
  it('shows them to the person, replaces them and their scores, and says so in the timeline, without a second event', async () => {
    const { organizationId, token, answer, view, findRow, listDeliveries } = await anAnsweredSurvey()
    const before = await findRow()
    expect((await view()).html).toContain(`href="/s/${token}?change&amp;lang=en"`)
    const { html } = await view('?change&lang=fr')
    expect(html).toContain('Vous avez déjà envoyé ces réponses.')
    expect(html).toMatch(/name="q.nps" value="9"[^>]*checked/)
    expect(html).toContain('Warm bread')
    const form = { 'q.nps': '8', 'q.why': 'Bread', _change: readBasedOn(html), _language: 'fr' }
    expect((await answer({ ...form, _save: '1' })).status).toBe(204)
    expect(await findRow()).toEqual(before)
    expect((await answer(form)).headers.get('location')).toBe(`/s/${token}`)
    expect((await answer(form)).status).toBe(303)
    const { changedAt, ...row } = await findRow()
    expect(row).toMatchObject({ npsScore: 8, isPromoter: false, band: 'neutral', language: 'fr', caseState: null })
    expect(row).toMatchObject({ submittedAt: before.submittedAt, createdAt: before.createdAt })
    expect(changedAt?.getTime()).toBeGreaterThanOrEqual(before.submittedAt?.getTime() ?? 0)
    expect(await db.responseEvent.findMany({ where: { organizationId } })).toMatchObject([
      { kind: 'answersChanged', value: '9', actorName: null },
    ])
    expect(await listDeliveries()).toHaveLength(1)
  })

  it('opens a case and sends detractor_response for the first low score only', async () => {
    const { answer, view, findRow, listDeliveries } = await anAnsweredSurvey()
    for (const score of ['2', '9', '3']) {
      const { html } = await view('?change')
      expect((await answer({ 'q.nps': score, _change: readBasedOn(html) })).status).toBe(303)
    }
    expect(await findRow()).toMatchObject({ npsScore: 3, isDetractor: true, caseState: 'open' })
    expect((await listDeliveries()).map(({ kind }) => kind)).toEqual(['new_response', 'detractor_response'])
  })

  it('shows the new answers to the alert rules, which alert once', async () => {
    const { organizationId, answer, view, findRow } = await anAnsweredSurvey()
    const { userId } = await aMember(organizationId, 'owner')
    await createAlertRule(organizationId, { ...ALERT_RULE_INPUT, userIds: [userId] })
    for (const score of ['2', '1']) {
      await answer({ 'q.nps': score, _change: readBasedOn((await view('?change')).html) })
      await matchCandidates(organizationId)
    }
    const { id } = await findRow()
    expect(await db.alert.findMany({ where: { organizationId } })).toMatchObject([{ subjectId: id }])
  })

  it('keeps a change that was made elsewhere meanwhile', async () => {
    const { answer, view, findRow } = await anAnsweredSurvey()
    const { html } = await view('?change')
    await answer({ 'q.nps': '5', _change: readBasedOn(html) })
    const late = await answer({ 'q.nps': '10', _change: readBasedOn(html) })
    expect(late.html).toContain('<body data-page="changedSince">')
    expect(await findRow()).toMatchObject({ npsScore: 5 })
  })

  it('checks the answers, and keeps what it was based on', async () => {
    const { answer, view, findRow } = await anAnsweredSurvey()
    const basedOn = readBasedOn((await view('?change')).html)
    const { status, html } = await answer({ 'q.nps': '', _change: basedOn })
    expect([status, readBasedOn(html)]).toEqual([400, basedOn])
    expect(await findRow()).toMatchObject({ npsScore: 9 })
  })

  it('goes through the questions one at a time, and stores nothing before the last', async () => {
    const { answer, view, findRow } = await anAnsweredSurvey({ ...SURVEY, layout: 'one' })
    const first = await view('?change')
    const basedOn = readBasedOn(first.html)
    expect(first.html).toContain('name="_at" value="nps"')
    const form = { 'q.nps': '4', 'q.why': 'Cold', _change: basedOn, _step: 'next' }
    const next = await answer({ ...form, _at: 'nps' })
    expect(next.html).toContain('name="_at" value="why"')
    expect(readBasedOn(next.html)).toBe(basedOn)
    expect(await findRow()).toMatchObject({ npsScore: 9 })
    expect((await answer({ ...form, _at: 'why' })).status).toBe(303)
    expect(await findRow()).toMatchObject({ npsScore: 4 })
  })

  it.each([
    ['the time is over', { changeHours: 24 }, 25],
    ['the survey allows none', { changeHours: null }, 0],
  ])('refuses changes if %s', async (_case, { changeHours }, hoursAgo) => {
    const { organizationId, answer, view, findRow } = await anAnsweredSurvey()
    const basedOn = readBasedOn((await view('?change')).html)
    const submittedAt = new Date(Date.now() - hoursAgo * HOUR_MS)
    await db.survey.updateMany({ where: { organizationId }, data: { changeHours } })
    await db.response.updateMany({ where: { organizationId }, data: { submittedAt } })
    const { html } = await view('?change')
    expect(html).toContain('<body data-page="thanks">')
    expect(html).not.toContain('change&amp;lang')
    expect((await answer({ 'q.nps': '1', _change: basedOn })).html).toContain('<body data-page="late">')
    expect(await findRow()).toMatchObject({ npsScore: 9 })
  })

  it('stores at most twenty changes', async () => {
    const { organizationId, answer, view, findRow } = await anAnsweredSurvey()
    const { id } = await findRow()
    const change = async (score: string) =>
      answer({ 'q.nps': score, _change: readBasedOn((await view('?change')).html) })
    await db.responseEvent.createMany({
      data: Array.from({ length: 19 }, () => ({ organizationId, responseId: id, kind: 'answersChanged' })),
    })
    expect((await change('8')).status).toBe(303)
    expect((await change('7')).html).toContain('<body data-page="late">')
    expect(await findRow()).toMatchObject({ npsScore: 8 })
  })
})

it('an open link lets the same page view change its answers, also once it is full, and not once it is closed', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId, SURVEY)
  const link = await createSurveyLink(organizationId, { id: surveyId, name: 'Till', quota: 1, asksContact: 'required' })
  const view = createPageView(link.id, Date.now() - 20_000)
  const stranger = createPageView(link.id, Date.now() - 20_000)
  const open = (query: string) => requestLink(link.slug, query)
  const send = (form: Record<string, string>) => requestLink(link.slug, '', form)
  await send({ 'q.nps': '3', _view: view.token, _email: 'someone@example.com' })
  const thanks = await open(`?sent=${view.token}`)
  expect(thanks.html).toContain(`href="/f/${link.slug}?change=${view.token}"`)
  const form = await open(`?change=${view.token}`)
  expect(form.html).not.toContain('name="_email"')
  const basedOn = readBasedOn(form.html)
  expect((await open(`?change=${stranger.token}`)).html).toContain('data-page="late"')
  const changed = await send({ 'q.nps': '10', _view: view.token, _change: basedOn })
  expect(changed.headers.get('location')).toBe(`/f/${link.slug}?sent=${view.token}`)
  const [row] = await db.response.findMany({ where: { organizationId } })
  expect(row).toMatchObject({ npsScore: 10, status: 'completed', caseState: 'open' })
  expect(row?.contactId).not.toBeNull()
  await db.surveyLink.update({ where: { id: link.id }, data: { active: false } })
  expect((await open(`?change=${view.token}`)).html).toContain('data-page="late"')
})

async function requestLink(slug: string, query: string, form?: Record<string, string>) {
  const handler = form === undefined ? viewLink : answerLink
  const request = new Request(`http://localhost/f/${slug}${query}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form).toString() }),
  })
  const response = await handler(request, { params: Promise.resolve({ slug }) })
  return { headers: response.headers, html: await response.text() }
}
