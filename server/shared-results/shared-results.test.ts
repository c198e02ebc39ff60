import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { unlockSharedResults, viewSharedResults } from '../api/pages/shared-results-page'
import { db } from '../db'
import { mergeMasterDataEntry } from '../master-data/merge-and-delete'
import { computeScores } from '../responses/scores'
import { loadSurveyResults } from '../survey-results/load-survey-results'
import { deleteSurvey } from '../surveys/surveys'
import { callDashboard } from '../testing/dashboard-client'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { aSession } from '../testing/factories/sessions'
import type { SharedResults } from './schema'
import { listSharedResults } from './shared-results'

const QUESTIONS = [
  { id: 'again', type: 'yes_no', text: 'Come again?', required: false },
  { id: 'why', type: 'text', text: 'Why?', required: false },
]

let organizationId: string
let surveyId: string
let locationId: string
let cookie: string

beforeEach(async () => {
  organizationId = await anOrganization()
  surveyId = (await aSurvey(organizationId, { type: 'nps', questions: QUESTIONS })).id
  locationId = (await aLocation(organizationId, { name: 'Paris' })).id
  ;({ cookie } = await aSession(organizationId))
  const row = (isHere: boolean, nps: number) => {
    const answers = [
      { questionId: 'nps', type: 'nps' as const, text: 'Likely?', value: nps },
      { questionId: 'again', type: 'yes_no', text: 'Come again?', value: isHere },
      { questionId: 'why', type: 'text', text: 'Why?', value: 'Call me on 0101' },
    ]
    const base = { organizationId, surveyId, contactId: uuidv7(), status: 'completed', language: 'en', answers }
    return {
      ...base,
      locationId: isHere ? locationId : null,
      ...computeScores('nps', answers as { type: 'nps'; value: number }[]),
    }
  }
  await insertResponses([row(true, 10), row(true, 3), row(false, 9)])
})

const SETTINGS = {
  title: 'For the board',
  filters: {},
  questionIds: null,
  expiresOn: null,
  password: null,
  showsTexts: false,
  showsNames: false,
}

async function share(settings: object = {}): Promise<SharedResults> {
  const input = { id: surveyId, ...SETTINGS, ...settings }
  return callDashboard<SharedResults>(cookie, 'sharedResults.create', input)
}

const tokenOf = ({ url }: SharedResults) => url.split('/').at(-1) ?? ''

async function view(token: string, cookies: Record<string, string> = {}, address = '192.0.2.1') {
  return viewSharedResults(token, {
    headers: new Headers({ 'x-forwarded-for': address }),
    readCookie: (name) => cookies[name],
  })
}

async function viewResults(shared: SharedResults) {
  const page = await view(tokenOf(shared))
  if (page?.kind !== 'results') throw new Error(`no results: ${page?.kind}`)
  return page
}

async function unlock(shared: SharedResults, password: string) {
  const response = await unlockSharedResults(
    new Request('http://localhost/api/shared-results', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' },
      body: new URLSearchParams({ token: tokenOf(shared), password }),
    }),
  )
  const [name = '', value = ''] = response.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? []
  return { location: response.headers.get('location'), cookies: name === '' ? {} : { [name]: value } }
}

describe('shared results', () => {
  it('have the numbers of the results page with the same filters, and no texts, ids or names', async () => {
    const { results, names } = await viewResults(await share({ filters: { location_id: locationId, days: 30 } }))
    const own = await loadSurveyResults(organizationId, { id: surveyId, location_id: locationId, days: 30 })
    expect(results).toEqual({ ...own, questions: own.questions.map((question) => ({ ...question, texts: [] })) })
    expect(results.responses).toBe(2)
    expect(names).toBeNull()
  })

  it('have texts without the ids of their responses, and names of filters, where that was chosen', async () => {
    const shared = await share({ filters: { location_id: locationId }, showsTexts: true, showsNames: true })
    const { results, names } = await viewResults(shared)
    expect(results.questions.find(({ id }) => id === 'why')?.texts).toMatchObject([
      { responseId: '0', text: 'Call me on 0101' },
      { responseId: '1', text: 'Call me on 0101' },
    ])
    expect(names).toMatchObject({ location: 'Paris', employee: null })
  })

  it('have only the chosen questions', async () => {
    const { results } = await viewResults(await share({ questionIds: ['again'] }))
    expect(results.questions.map(({ id }) => id)).toEqual(['again'])
  })

  it('follow a location into the one that it is merged into', async () => {
    const shared = await share({ filters: { location_id: locationId } })
    const { id: intoId } = await aLocation(organizationId)
    await mergeMasterDataEntry('location', organizationId, { id: locationId, intoId })
    const { filters } = await db.sharedResults.findUniqueOrThrow({ where: { id: shared.id } })
    expect(filters).toEqual({ location_id: intoId })
  })

  it('are gone once they are revoked, after their last day, and without the survey', async () => {
    const [revoked, ended, deleted] = [await share(), await share({ expiresOn: '2020-01-01' }), await share()]
    await callDashboard(cookie, 'sharedResults.revoke', { id: surveyId, sharedId: revoked.id })
    expect(await view(tokenOf(revoked))).toBeNull()
    expect(await view(tokenOf(ended))).toBeNull()
    const listed = await listSharedResults(organizationId, surveyId)
    expect(listed.map(({ id, isExpired }) => ({ id, isExpired })).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      [
        { id: ended.id, isExpired: true },
        { id: deleted.id, isExpired: false },
      ],
    )
    expect(await view(tokenOf(deleted))).not.toBeNull()
    await deleteSurvey(organizationId, surveyId)
    expect(await view(tokenOf(deleted))).toBeNull()
    const actions = await db.auditEvent.findMany({ where: { organizationId, recordId: surveyId } })
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'results.shared',
      'results.shared',
      'results.shared',
      'results.unshared',
    ])
  })

  it('are gone while the organization is suspended', async () => {
    const shared = await share()
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    expect(await view(tokenOf(shared))).toBeNull()
  })

  it('with a password open with it alone, and after ten wrong ones not even with it', async () => {
    const shared = await share({ password: 'correct horse' })
    expect(await view(tokenOf(shared))).toMatchObject({ kind: 'password' })
    const wrong = await unlock(shared, 'battery staple')
    expect(wrong).toEqual({ location: `/shared/${tokenOf(shared)}?fault=wrong`, cookies: {} })
    const right = await unlock(shared, 'correct horse')
    expect(await view(tokenOf(shared), right.cookies)).toMatchObject({ kind: 'results' })
    const [name = ''] = Object.keys(right.cookies)
    expect(await view(tokenOf(shared), { [name]: 'forged' })).toMatchObject({ kind: 'password' })
    for (let guess = 2; guess <= 10; guess += 1) await unlock(shared, `guess ${guess}`)
    expect((await unlock(shared, 'correct horse')).location).toBe(`/shared/${tokenOf(shared)}?fault=wait`)
  })

  it('store when they were last opened', async () => {
    const shared = await share()
    await viewResults(shared)
    const { lastViewedAt } = await db.sharedResults.findUniqueOrThrow({ where: { id: shared.id } })
    expect(lastViewedAt).not.toBeNull()
  })

  it('are not found by a token that was never given out', async () => {
    expect(await view('AAAAAAAAAAAAAAAAAAAAAA')).toBeNull()
    expect(await view('../responses')).toBeNull()
  })
})
