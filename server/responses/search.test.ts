import { expect, it } from 'vitest'
import { db } from '../db'
import { resolveResponseSearch } from '../search/resolve-response-search'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { browseResponses, listResponses } from './responses'
import { ListResponses } from './schema'

const text = (value: string, questionId = 'why') => ({ questionId, type: 'text', text: 'Why?', value })

/** Creates comments by name; English, except for names that end in `-fr`. */
async function createComments(comments: Record<string, string>) {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(comments)) {
    const language = name.endsWith('-fr') ? 'fr' : 'en'
    const { id } = await aResponse(organizationId, surveyId, { language, answers: [text(value)] })
    names.set(id, name)
  }
  const search = async (query: string) => {
    const { data, meta } = await listResponses(organizationId, { search: query, page: 1, limit: 100 })
    expect(meta.total).toBe(data.length)
    return data.map(({ id }) => names.get(id) ?? '').toSorted((one, other) => (one < other ? -1 : 1))
  }
  return { organizationId, surveyId, search }
}

it('finds comments by word stem, in the language of each comment', async () => {
  const { search } = await createComments({
    'paid-fr': 'J’attends deux remboursements depuis mars…',
    'asked-fr': 'On a refusé de me REMBOURSER !',
    'other-fr': 'La livraison était parfaite, sauf un plat décevant.',
    'meal-fr': 'Des portions très décevantes',
    refund: 'They refunded me at once',
    delivery: 'Three deliveries, all late',
    service: 'The services here are fine',
    'service-fr': 'Un service impeccable',
  })
  for (const query of ['remboursement', 'rembourser', 'Remboursements', 'remboursement depuis', 'rembours'])
    expect([query, await search(query)]).toEqual([
      query,
      query === 'remboursement depuis' ? ['paid-fr'] : ['asked-fr', 'paid-fr'],
    ])
  // The English stemmer does not conflate these.
  for (const query of ['décevante', 'decevants', 'DÉCEVANT'])
    expect(await search(query)).toEqual(['meal-fr', 'other-fr'])
  expect(await search('refund')).toEqual(['refund'])
  expect(await search('refunds')).toEqual(['refund'])
  expect(await search('delivery')).toEqual(['delivery'])
  expect(await search('service')).toEqual(['service', 'service-fr'])
})

it('ignores accents and case in comments and in search terms', async () => {
  const { search } = await createComments({
    'accents-fr': 'Équipe très aimable, café offert',
    'plain-fr': 'equipe tres aimable',
    'feminine-fr': 'Ma commande a été remboursée',
    'bare-fr': 'commande remboursee',
    decomposed: 'A cafe\u0301 with «charm»',
  })
  for (const query of ['equipe', 'ÉQUIPE', 'équipes', 'tres aimable'])
    expect([query, await search(query)]).toEqual([query, ['accents-fr', 'plain-fr']])
  for (const query of ['remboursée', 'remboursees', 'REMBOURSÉE'])
    expect([query, await search(query)]).toEqual([query, ['bare-fr', 'feminine-fr']])
  expect(await search('cafe')).toEqual(['accents-fr', 'decomposed'])
  expect(await search('charm')).toEqual(['decomposed'])
})

it('requires every search word, accepts the last as a prefix, and matches quoted phrases exactly', async () => {
  const { search } = await createComments({
    both: 'The waiter was rude, and the coffee cold',
    one: 'Cold coffee',
    apart: 'Coffee for a cold day, no rude waiters',
  })
  expect(await search('coffee cold')).toEqual(['apart', 'both', 'one'])
  expect(await search('waiter cold')).toEqual(['apart', 'both'])
  expect(await search('cold wai')).toEqual(['apart', 'both'])
  expect(await search('wai cold')).toEqual([])
  expect(await search('"coffee cold"')).toEqual(['both'])
  expect(await search('«Cold Coffee»')).toEqual(['one'])
  expect(await search('"coffee col"')).toEqual([])
  expect(await search('"rude waiter"')).toEqual([])
  expect(await search('"cold coffee" one')).toEqual([])
  expect(await search('"coffee cold" waiters')).toEqual(['both'])
  expect(await search('co')).toEqual([])
})

it('treats any search input as plain words, and rejects input that is too long or has null characters', async () => {
  const { search, organizationId } = await createComments({ odd: `It's 100% "great" 👍 C:\\dir | a&b !x <-> foo:*` })
  for (const query of [
    '100',
    'great',
    '👍',
    'dir',
    'a & b',
    "it's",
    'foo:*',
    'C:\\dir',
    '"',
    '!x',
    'x | foo',
    '"100 great"',
  ])
    expect([query, await search(query)]).toEqual([query, query === '"' ? [] : ['odd']])
  for (const query of [
    "'); DROP TABLE response;--",
    '%',
    '_',
    "\\'",
    '!!! ??',
    '(((',
    '::',
    '"%"',
    `"${'x'.repeat(190)}"`,
    'é'.repeat(200),
  ])
    expect([query, await search(query)]).toEqual([query, []])
  expect(ListResponses.safeParse({ search: 'x'.repeat(10_000) }).success).toBe(false)
  expect(ListResponses.safeParse({ search: 'a\u0000b' }).success).toBe(false)
  const other = await anOrganization()
  expect((await listResponses(other, { search: 'great', page: 1, limit: 10 })).meta.total).toBe(0)
  expect((await listResponses(organizationId, { search: 'great', page: 1, limit: 10 })).meta.total).toBe(1)
})

it('combines a comment search with filters and pages, and finds partial responses by status', async () => {
  const { organizationId, surveyId } = await createComments({})
  const { id: otherSurveyId } = await aSurvey(organizationId)
  for (let at = 0; at < 60; at += 1)
    await aResponse(organizationId, at % 2 === 0 ? surveyId : otherSurveyId, {
      answers: [text(at % 3 === 0 ? 'late deliveries' : 'on time')],
      rating: at % 11,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
      status: at >= 54 ? 'partial' : 'completed',
    })
  const findMinutes = async (input: Partial<ListResponses>) => {
    const { data, meta } = await listResponses(organizationId, { search: 'delivery', page: 1, limit: 5, ...input })
    return { minutes: data.map(({ createdAt }) => new Date(createdAt).getUTCMinutes()), total: meta.total }
  }
  expect(await findMinutes({})).toEqual({ minutes: [51, 48, 45, 42, 39], total: 18 })
  expect(await findMinutes({ page: 4 })).toEqual({ minutes: [6, 3, 0], total: 18 })
  expect(await findMinutes({ page: 5 })).toEqual({ minutes: [], total: 18 })
  expect(await findMinutes({ survey_id: surveyId })).toEqual({ minutes: [48, 42, 36, 30, 24], total: 9 })
  expect(await findMinutes({ rating_min: 9, status: 'completed' })).toMatchObject({ minutes: [42, 21, 9], total: 3 })
  expect(await findMinutes({ status: 'partial' })).toEqual({ minutes: [57, 54], total: 2 })
})

it('returns an excerpt with the matched words, and matches contact names only in the dashboard', async () => {
  const { organizationId, surveyId } = await createComments({})
  const { id: contactId } = await aContact(organizationId, { firstName: 'Deliverance', lastName: 'Dane' })
  const long = `${'So much was said before it. '.repeat(12)}Then the delivery, late; DELIVERIES never come on time.`
  await aResponse(organizationId, surveyId, { answers: [text('Nothing'), text(long, 'more')] })
  await aResponse(organizationId, surveyId, { contactId, answers: [text('Fine')] })
  const { data } = await browseResponses(
    organizationId,
    { page: 1, limit: 10 },
    await resolveResponseSearch(organizationId, 'deliver'),
  )
  expect(data).toMatchObject([
    { comment: 'Fine', marks: [] },
    { comment: expect.stringMatching(/^….{20,60}Then the delivery, late/), marks: ['delivery', 'DELIVERIES'] },
  ])
  expect((await listResponses(organizationId, { search: 'deliver', page: 1, limit: 10 })).meta.total).toBe(1)
})

it('finds a changed comment by its new words only', async () => {
  const { organizationId, search } = await createComments({ one: 'It was slow' })
  await db.response.updateMany({ where: { organizationId }, data: { answers: [text('It was quick')] } })
  expect(await search('slow')).toEqual([])
  expect(await search('quick')).toEqual(['one'])
})
