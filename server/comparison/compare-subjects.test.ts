import { expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { listCompanyPeople } from '../master-data/company-people'
import { aMasterDataEntry, runRemovalJob } from '../master-data/master-data-fixture'
import { mergeMasterDataEntry } from '../master-data/merge-and-delete'
import type { SubjectKind } from '../overview/constants'
import { getOverview } from '../overview/overview'
import { computeScores } from '../responses/scores'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { compareSubjects } from './compare-subjects'
import { getSubjectOverview } from './subject-overview'

const COLUMNS = { location: 'locationId', employee: 'employeeId', company: 'contactOrganizationId' } as const
const RECORD_KINDS = { location: 'location', employee: 'employee', company: 'contact_organization' } as const
const KINDS = ['location', 'employee', 'company'] as const

/** Three records with ten answers each in the last 30 days and in the 30 days before, and two without any. */
async function aComparison(kind: SubjectKind) {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const add = async (name: string) => aMasterDataEntry(RECORD_KINDS[kind], organizationId, name)
  const [good, middling, bad] = [await add('Good'), await add('Middling'), await add('Bad')]
  await add('Quiet B')
  await add('Quiet A')
  const answer = async (id: string, score: number, count: number, daysAgo: number) => {
    for (let index = 0; index < count; index += 1)
      await aResponse(organizationId, surveyId, {
        [COLUMNS[kind]]: id,
        createdAt: new Date(Date.now() - daysAgo * DAY_MS),
        ...computeScores('nps', [{ type: 'nps', value: score }]),
      })
  }
  for (const [id, now, before] of [
    [good, 10, 8],
    [middling, 8, 8],
    [bad, 2, 10],
  ] as const) {
    await answer(id, now, 10, 1)
    await answer(id, before, 10, 40)
  }
  await answer(middling, 8, 1, 2)
  return { organizationId, surveyId, good, middling, bad }
}

it.each(KINDS)('sorts by score and by change of each %s, and lists those without answers last', async (kind) => {
  const { organizationId } = await aComparison(kind)
  const names = async (sort: '-score' | 'score' | '-change' | 'change' | '-answers', limit = 50, page = 1) =>
    (await compareSubjects(organizationId, { kind, days: 30, page, limit, sort })).subjects.map(({ name }) => name)
  expect(await names('-score')).toEqual(['Good', 'Middling', 'Bad', 'Quiet A', 'Quiet B'])
  expect(await names('score')).toEqual(['Bad', 'Middling', 'Good', 'Quiet A', 'Quiet B'])
  expect(await names('-change')).toEqual(['Good', 'Middling', 'Bad', 'Quiet A', 'Quiet B'])
  expect((await names('-answers'))[0]).toBe('Middling')
  expect([...(await names('-score', 2)), ...(await names('-score', 2, 2)), ...(await names('-score', 2, 3))]).toEqual(
    await names('-score'),
  )
  const found = await compareSubjects(organizationId, { kind, days: 30, page: 1, limit: 50, search: 'quiet' })
  expect(found.subjects.map(({ name }) => name)).toEqual(['Quiet A', 'Quiet B'])
  expect(found.meta.total).toBe(2)
})

it.each(KINDS)('comparison, breakdown and page of a %s show the same score, also while one is merged', async (kind) => {
  const { organizationId, good, middling, bad } = await aComparison(kind)
  const read = async (id: string) => {
    const query = { kind, days: 30 } as const
    const { subjects, plot } = await compareSubjects(organizationId, { ...query, page: 1, limit: 50 })
    const { breakdown } = await getOverview(organizationId, { days: 30, by: kind })
    const own = await getSubjectOverview(organizationId, { ...query, id })
    const compared = subjects.find((subject) => subject.id === id)
    expect(compared?.score).toEqual(own.metrics[0]?.current)
    expect(compared?.change).toEqual(own.metrics[0]?.change)
    expect(compared?.score).toEqual(breakdown.parts.find((part) => part.id === id)?.scores.nps)
    expect(own.responses.current).toBe(compared?.responses)
    expect(own.latest[0]?.createdAt).toBe(compared?.lastAnswerAt)
    return {
      n: compared?.score.n,
      value: compared?.score.value,
      plotted: plot?.units.length,
      cases: own.attention.count,
    }
  }
  expect(await read(good)).toEqual({ n: 10, value: 100, plotted: 3, cases: 0 })
  await mergeMasterDataEntry(RECORD_KINDS[kind], organizationId, { id: bad, intoId: middling })
  const merged = { n: 21, value: -48, plotted: undefined, cases: 0 }
  expect(await read(middling)).toEqual(merged)
  await runRemovalJob(RECORD_KINDS[kind], organizationId, bad)
  expect(await read(middling)).toEqual(merged)
  await expect(getSubjectOverview(organizationId, { kind, days: 30, id: bad })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('the page of a location counts its own reviews and open cases', async () => {
  const { organizationId, surveyId, good, bad } = await aComparison('location')
  for (const rating of [5, 4]) await aReview(organizationId, { locationId: good, rating, publishedAt: new Date() })
  await aReview(organizationId, { locationId: bad, rating: 1, publishedAt: new Date() })
  await aResponse(organizationId, surveyId, { locationId: good, caseState: 'open' })
  await aResponse(organizationId, surveyId, { locationId: bad, caseState: 'open' })
  const { reviews, attention } = await getSubjectOverview(organizationId, { kind: 'location', days: 30, id: good })
  expect(reviews).toMatchObject({ count: 2, stars: { current: { n: 2, average: 4.5 } } })
  expect(attention.count).toBe(1)
})

it('the people of a company are counted as answered, asked without an answer, or never asked', async () => {
  const organizationId = await anOrganization()
  const id = await aMasterDataEntry('contact_organization', organizationId, 'Old Mill Hotel')
  const join = async (contactId: string) =>
    db.contact.update({ where: { id: contactId }, data: { contactOrganizationId: id } })
  const [silent, answered] = [await aSurveyRequest(organizationId), await aSurveyRequest(organizationId)]
  await join(silent.contact.id)
  await join(answered.contact.id)
  const never = await aContact(organizationId, { contactOrganizationId: id })
  await aContact(organizationId)
  const { id: responseId } = await aResponse(organizationId, answered.survey.id, { contactId: answered.contact.id })
  const list = async (filter?: 'answered' | 'unanswered' | 'neverAsked') =>
    listCompanyPeople(organizationId, { id, page: 1, limit: 10, ...(filter && { filter }) })
  const all = await list()
  expect(all.counts).toMatchObject({ all: 3, answered: 1, unanswered: 1, neverAsked: 1 })
  expect(all.counts?.lastAskedAt).toBe(all.people[0]?.lastAskedAt)
  expect(all.people.map((person) => [person.id, person.lastAnswer?.id ?? null])).toEqual([
    [answered.contact.id, responseId],
    [silent.contact.id, null],
    [never.id, null],
  ])
  expect((await list('unanswered')).people.map((person) => person.id)).toEqual([silent.contact.id])
  expect((await list('neverAsked')).people.map((person) => person.id)).toEqual([never.id])
})
