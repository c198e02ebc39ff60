import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { appRouter } from '../api/routers/app-router'
import { createCallerFactory } from '../api/routers/trpc'
import { db } from '../db'
import { listRoleScopes, type Role } from '../principal'
import { aContact, anOrganization, aSubscription, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aDelivery } from '../testing/factories/webhooks'
import { SEARCH_QUERY_MAX_CHARACTERS } from './constants'
import { excerptAround } from './excerpt'
import { searchGlobally } from './global-search'

const search = (organizationId: string, query: string, limit = 6) =>
  searchGlobally(organizationId, { query, limit, includesWebhooks: true })

const names = async (organizationId: string, query: string, limit?: number) =>
  (await search(organizationId, query, limit)).contacts.map(({ name }) => name)

const textAnswer = (value: string) => [{ questionId: 'why', type: 'text', text: 'Why?', value }]

/** More contacts than are scanned in full, all named alike. */
async function insertContacts(organizationId: string, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO contact (id, organization_id, email, first_name, last_name, created_at, updated_at)
    SELECT uuid_v7(), ${organizationId}::uuid, 'p' || i || '@crowd.example', 'Sam', 'Quorra' || i, now() + i * interval '1 second', now()
    FROM generate_series(1, ${count}::int) i`
}

function callAs(organizationId: string, role: Role) {
  const actor = {
    type: 'user' as const,
    userId: uuidv7(),
    sessionId: uuidv7(),
    role,
    name: 'Grace',
    email: 'grace@example.com',
  }
  return createCallerFactory(appRouter)({
    principal: { organizationId, scopes: listRoleScopes(role), actor },
    requestId: uuidv7(),
  })
}

describe('finding contacts', () => {
  it('ranks contacts by equal name, beginning of the name, beginning of a word, then anywhere', async () => {
    const organizationId = await anOrganization()
    for (const [firstName, lastName, email] of [
      ['Joanna', 'Grossmann', 'j@example.com'],
      ['Tom', 'Ross', 'tom@example.com'],
      ['Ross', null, 'r1@example.com'],
      ['Rossana', 'Weiss', 'r2@example.com'],
      ['Ann', 'Rossi', 'ann@example.com'],
      ['Kim', 'Lee', 'kim.rossum@example.com'],
      ['Ida', 'Berg', 'ida@rossfeld.example'],
    ] as const)
      await aContact(organizationId, { firstName, lastName, email })
    expect(await names(organizationId, 'ross', 10)).toEqual([
      'Ross',
      'Tom Ross',
      'Rossana Weiss',
      'Ann Rossi',
      'Ida Berg',
      'Kim Lee',
      'Joanna Grossmann',
    ])
    expect(await names(organizationId, 'ross', 3)).toEqual(['Ross', 'Tom Ross', 'Rossana Weiss'])
  })

  it('finds contacts regardless of case and accents, in the name and in the query', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, { firstName: 'Zoé', lastName: 'Ångström', email: 'z@example.com' })
    await aContact(organizationId, { firstName: 'Søren', lastName: 'Œuvrard-Łukasz', email: 's@example.com' })
    await aContact(organizationId, { firstName: 'Άννα', lastName: 'Ёлкина', email: 'a@example.com' })
    for (const query of ['zoe', 'ZOÉ', 'zoe\u0301', 'angstrom', 'Ångström', 'zoe angs', 'angs zoe'])
      expect([query, await names(organizationId, query)]).toEqual([query, ['Zoé Ångström']])
    for (const query of ['soren', 'SØREN', 'oeuvrard', 'lukasz'])
      expect([query, await names(organizationId, query)]).toEqual([query, ['Søren Œuvrard-Łukasz']])
    for (const query of ['αννα', 'Άνν', 'елкина'])
      expect([query, await names(organizationId, query)]).toEqual([query, ['Άννα Ёлкина']])
  })

  it('finds contacts by one letter only at the beginning of a name or an address', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, { firstName: 'Bea', lastName: 'Xu', email: 'one@example.com' })
    await aContact(organizationId, { firstName: 'Max', lastName: 'Abe', email: 'two@example.com' })
    expect(await names(organizationId, 'x')).toEqual(['Bea Xu'])
    expect(await names(organizationId, 'b')).toEqual(['Bea Xu'])
    expect(await names(organizationId, 'e')).toEqual(['Bea Xu', 'Max Abe'])
  })

  it('finds contacts by two letters at the beginning of words, and by three anywhere', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, { firstName: 'Jean Xavier', lastName: 'Bizou', email: 'j@example.com' })
    await insertContacts(organizationId, 1500)
    expect(await names(organizationId, 'xa')).toEqual(['Jean Xavier Bizou'])
    expect(await names(organizationId, 'iz')).toEqual([])
    expect(await names(organizationId, 'izo')).toEqual(['Jean Xavier Bizou'])
    expect(await names(organizationId, 'xav bi')).toEqual(['Jean Xavier Bizou'])
  })

  it('finds a contact among many by its whole email address and by parts of it', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, {
      firstName: 'Jean',
      lastName: 'Dupont',
      email: 'j.dupont+news@cafe-lumiere.example',
    })
    await insertContacts(organizationId, 1500)
    for (const query of [
      'j.dupont+news@cafe-lumiere.example',
      'J.DUPONT',
      'dupont',
      'news',
      'cafe',
      'lumiere',
      'upont+n',
    ])
      expect([query, await names(organizationId, query)]).toEqual([query, ['Jean Dupont']])
    expect((await names(organizationId, 'crowd')).length).toBe(6)
  })
})

describe('finding surveys and sequences', () => {
  it('finds surveys and sequences by name, best match first, without deleted ones', async () => {
    const organizationId = await anOrganization()
    await aSurvey(organizationId, { name: 'Après la visite' })
    await aSurvey(organizationId, { name: 'Visite' })
    await aSurvey(organizationId, { name: 'Visiteurs' })
    await aSurvey(organizationId, { name: 'Revisited', type: 'csat', status: 'archived' })
    await aSurvey(organizationId, { name: 'Visite old', deletedAt: new Date() })
    await db.sequence.create({ data: { organizationId, name: 'After a visit', status: 'paused' } })
    const { surveys, sequences } = await search(organizationId, 'visit')
    expect(surveys.map(({ name }) => name)).toEqual(['Visiteurs', 'Visite', 'Après la visite', 'Revisited'])
    expect(surveys.at(-1)).toMatchObject({ type: 'csat', status: 'archived' })
    expect(sequences).toMatchObject([{ name: 'After a visit', status: 'paused' }])
    expect((await search(organizationId, 'visite')).surveys[0]?.name).toBe('Visite')
    expect((await search(organizationId, 'apres')).surveys).toMatchObject([{ name: 'Après la visite' }])
  })
})

describe('finding responses', () => {
  it('finds responses by comment and by contact, newest first, without partial ones', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId, { name: 'Visit' })
    const ada = await aContact(organizationId, { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' })
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) })
    const first = await aResponse(organizationId, surveyId, {
      ...at(1),
      contactId: ada.id,
      answers: textAnswer('The café, was cold'),
    })
    const second = await aResponse(organizationId, surveyId, { ...at(2), answers: textAnswer('Cold soup') })
    const third = await aResponse(organizationId, surveyId, { ...at(3), contactId: ada.id, answers: [] })
    await aResponse(organizationId, surveyId, { ...at(4), status: 'partial', answers: textAnswer('Cold start') })
    const ids = async (query: string) => (await search(organizationId, query)).responses.map(({ id }) => id)
    expect(await ids('cold')).toEqual([second.id, first.id])
    expect(await ids('CAFE col')).toEqual([first.id])
    expect(await ids('byron')).toEqual([third.id, first.id])
    expect(await ids('ada@example.com')).toEqual([third.id, first.id])
    expect(await ids('old')).toEqual([])
    expect((await search(organizationId, 'cold')).responses).toMatchObject([
      { contactName: null, surveyName: 'Visit', comment: 'Cold soup' },
      { contactName: 'Ada Byron', comment: 'The café, was cold' },
    ])
  })

  it('finds old responses by the words of their comment and by their contact', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const contact = await aContact(organizationId, { firstName: 'Grace', lastName: 'Hopper' })
    const old = { createdAt: new Date('2020-01-01'), contactId: contact.id, answers: textAnswer(`It’s the spaghetti`) }
    const { id } = await aResponse(organizationId, surveyId, old)
    await db.response.createMany({
      data: Array.from({ length: 150 }, () => ({
        organizationId,
        surveyId,
        contactId: uuidv7(),
        status: 'completed',
        language: 'en',
        answers: textAnswer('Spotless, and the staff was kind'),
      })),
    })
    for (const query of ['spagh', 'hopper', 'grace hop', 'the spaghetti', `it's the spa`])
      expect([query, (await search(organizationId, query)).responses.map((found) => found.id)]).toEqual([query, [id]])
    expect((await search(organizationId, 'staff', 3)).responses).toHaveLength(3)
  })

  it('an excerpt shows the text around the words found', () => {
    const long = `${'One thing after another. '.repeat(20)}Then the crème brûlée came, and all was well. ${'More. '.repeat(40)}`
    expect(excerptAround(long, ['brulee'])).toMatch(/^….{0,50}brûlée came.*…$/)
    expect(excerptAround(long, ['absent'])).toMatch(/^One thing .*…$/)
    expect(excerptAround('  Fine,\n thanks ', ['fine'])).toBe('Fine, thanks')
    expect(excerptAround(`${'x'.repeat(400)} needle`, ['needle'])).toContain('needle')
  })
})

describe('finding records by id', () => {
  it('finds a record by its id, and webhooks only for roles that may see them', async () => {
    const organizationId = await anOrganization()
    const contact = await aContact(organizationId, { firstName: 'Ada', lastName: null, email: 'ada@example.com' })
    const survey = await aSurvey(organizationId)
    const subscription = await aSubscription(organizationId, ['new_contact'])
    const { id: deliveryId } = await aDelivery(organizationId, subscription.id)
    const response = await aResponse(organizationId, survey.id, { contactId: contact.id, answers: textAnswer('Good') })
    expect((await search(organizationId, ` ${contact.id.toUpperCase()} `)).contacts).toEqual([
      { id: contact.id, name: 'Ada', email: 'ada@example.com' },
    ])
    expect((await search(organizationId, survey.id)).surveys).toMatchObject([{ id: survey.id, name: survey.name }])
    expect((await search(organizationId, response.id)).responses).toMatchObject([
      { contactName: 'Ada', comment: 'Good' },
    ])
    const records = async (role: Role, id: string) =>
      (await callAs(organizationId, role).search.find({ query: id })).data.records
    expect(await records('owner', deliveryId)).toMatchObject([{ kind: 'delivery', parentId: subscription.id }])
    expect(await records('admin', subscription.id)).toMatchObject([{ kind: 'subscription' }])
    expect(await records('member', deliveryId)).toEqual([])
    expect(await records('member', subscription.id)).toEqual([])
  })
})

describe('isolation of organizations', () => {
  it('finds nothing of another organization by word or id, even if the organization ids end alike', async () => {
    // Index entries are prefixed with the last 8 characters of the organization id.
    const end = uuidv7().slice(-8)
    const anOrganizationEndingAlike = () => anOrganization({ id: uuidv7().slice(0, -8) + end })
    const other = await anOrganizationEndingAlike()
    const contact = await aContact(other, { firstName: 'Hidden', lastName: 'Person', email: 'hidden@example.com' })
    const survey = await aSurvey(other, { name: 'Hidden survey' })
    await db.sequence.create({ data: { organizationId: other, name: 'Hidden sequence' } })
    const response = await aResponse(other, survey.id, { contactId: contact.id, answers: textAnswer('Hidden words') })
    const organizationId = await anOrganizationEndingAlike()
    const nothing = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }
    for (const query of ['hidden', 'h', 'hi', 'idd', 'words', 'hidden@example.com', contact.id, survey.id, response.id])
      expect([query, await search(organizationId, query)]).toEqual([query, nothing])
    expect((await search(other, 'hidden')).contacts).toHaveLength(1)
  })
})

describe('hostile queries', () => {
  it('takes special characters in a search literally', async () => {
    const organizationId = await anOrganization()
    const texts = [
      `o'hara`,
      String.raw`back\slash`,
      '50%_off',
      `a:*b&c|(d)!`,
      '佐藤健太郎',
      '😀😃😄',
      `"quoted"`,
      '<->',
      String.raw`\\'`,
    ]
    for (const [index, firstName] of texts.entries())
      await aContact(organizationId, { firstName, email: `c${index}@example.com` })
    for (const text of texts) expect([text, (await names(organizationId, text))[0]]).toEqual([text, text])
    for (const query of ['', '  ', '%', '_', '%%%', "'", '"', '!', '&', '()', '\u{10FFFF}', '.@.', '|'.repeat(200)])
      expect([query, (await search(organizationId, query)).contacts.length]).toEqual([query, 0])
  })

  it('the search accepts a query of any length, and its procedure rejects a too long or invalid one as BAD_REQUEST', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, { firstName: 'a'.repeat(100) })
    for (const query of ['a'.repeat(10_000), 'a '.repeat(5000), 'é'.repeat(10_000), '%'.repeat(10_000)])
      expect((await search(organizationId, query)).surveys).toEqual([])
    const caller = callAs(organizationId, 'owner')
    expect((await caller.search.find({ query: 'a'.repeat(100) })).data.contacts).toHaveLength(1)
    for (const query of ['a'.repeat(SEARCH_QUERY_MAX_CHARACTERS + 1), 'a\u0000b', '\ud800'])
      await expect(caller.search.find({ query })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
