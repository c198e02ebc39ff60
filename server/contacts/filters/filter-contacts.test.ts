import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, now } from '../../clock'
import { db, queryRows } from '../../db'
import { aContact, aLocation, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../../testing/factories/responses'
import { pickByTestLength } from '../../testing/test-length'
import { transact } from '../../unit-of-work'
import { updateContact } from '../contacts'
import { createContact } from '../create-contact'
import { deleteContact } from '../delete-contact'
import { listContacts } from '../list-contacts'
import { BrowseContacts } from '../schema'
import { addSuppression } from '../suppression'
import { upsertContact } from '../upsert-batch'
import { formatPropertyCondition, parsePropertyCondition } from './constants'

const list = async (organizationId: string, filter: object) => {
  const { data, meta } = await listContacts(
    organizationId,
    BrowseContacts.parse({ page: 1, limit: 50, sort: 'email', ...filter }),
  )
  const names = data.parse().map(({ firstName }) => firstName)
  expect(meta.total).toBe(names.length)
  return names
}

describe('filters of contacts', () => {
  it('select by tag, language, location, company, consent and date, also in combination and with a search', async () => {
    const organizationId = await anOrganization()
    const location = await aLocation(organizationId)
    const company = await db.contactOrganization.create({ data: { organizationId, name: 'Lumen' } })
    await aContact(organizationId, {
      email: 'a@example.com',
      firstName: 'A',
      tags: ['vip', "o'brien"],
      locationId: location.id,
      createdAt: new Date('2026-03-01T12:00:00Z'),
    })
    await aContact(organizationId, {
      email: 'b@example.com',
      firstName: 'B',
      tags: ['vip'],
      preferredLanguage: 'fr',
      contactOrganizationId: company.id,
      createdAt: new Date('2026-03-02T00:00:00Z'),
    })
    await aContact(organizationId, { email: 'c@example.com', firstName: 'C', unsubscribed: true, bouncedAt: now() })

    expect(await list(organizationId, { tag: 'vip' })).toEqual(['A', 'B'])
    expect(await list(organizationId, { tag: 'VIP' })).toEqual([])
    expect(await list(organizationId, { tag: "o'brien" })).toEqual(['A'])
    expect(await list(organizationId, { without_tag: 'vip' })).toEqual(['C'])
    expect(await list(organizationId, { preferred_language: 'fr' })).toEqual(['B'])
    expect(await list(organizationId, { preferred_language: 'none' })).toEqual(['A', 'C'])
    expect(await list(organizationId, { tag: 'vip', location_id: location.id })).toEqual(['A'])
    expect(await list(organizationId, { tag: 'vip', contact_organization_id: company.id })).toEqual(['B'])
    expect(await list(organizationId, { unsubscribed: 'true' })).toEqual(['C'])
    expect(await list(organizationId, { unsubscribed: 'false' })).toEqual(['A', 'B'])
    expect(await list(organizationId, { deliverability: 'bounced' })).toEqual(['C'])
    expect(await list(organizationId, { deliverability: 'reachable' })).toEqual(['A', 'B'])
    expect(await list(organizationId, { start_date: '2026-03-01', end_date: '2026-03-01' })).toEqual(['A'])
    expect(await list(organizationId, { start_date: '2026-03-01T12:00Z', end_date: '2026-03-02T00:00Z' })).toEqual([
      'A',
      'B',
    ])
    expect(await list(organizationId, { start_date: '2026-03-01T12:00:01Z', end_date: '2026-03-01T23:59Z' })).toEqual(
      [],
    )
    expect(await list(organizationId, { added_days: 1 })).toEqual(['C'])
    expect(await list(organizationId, { tag: 'vip', search: 'b@' })).toEqual(['B'])
    expect(await list(organizationId, { tag: 'vip', email: 'a@example.com' })).toEqual(['A'])
    expect(await list(await anOrganization(), { without_tag: 'vip' })).toEqual([])
  })

  it('select by any custom field: text without case, numbers and dates by range, yes or no, present or absent', async () => {
    const organizationId = await anOrganization()
    const fields = [
      { plan: 'Pro', seats: 12, since: '2026-02-10', beta: true },
      { plan: 'free', seats: -3.5, since: '2025-12-31' },
      { seats: 1e6, plan: null, nested: { a: 1 } },
      {},
    ]
    for (const [index, customFields] of fields.entries())
      await aContact(organizationId, { email: `${index}@example.com`, firstName: String(index), customFields })
    const by = (...property: string[]) => list(organizationId, { property })
    expect(await by('plan=pro')).toEqual(['0'])
    expect(await by('plan=PRO', 'seats>=10')).toEqual(['0'])
    expect(await by('plan!=pro')).toEqual(['1', '2', '3'])
    expect(await by('plan')).toEqual(['0', '1'])
    expect(await by('!plan')).toEqual(['2', '3'])
    expect(await by('nested')).toEqual(['2'])
    expect(await by('seats>=-3.5', 'seats<=12')).toEqual(['0', '1'])
    expect(await by('seats>=12.01')).toEqual(['2'])
    expect(await by('seats=12')).toEqual(['0'])
    expect(await by('since>=2026-01-01')).toEqual(['0'])
    expect(await by('since<=2025-12-31')).toEqual(['1'])
    expect(await by('beta=true')).toEqual(['0'])
    expect(await by('seats>=abc')).toEqual([])
  })

  it('select by what was last surveyed and answered, as surveys are delivered and responses come, change and go', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const { contact } = await aSurveyRequest(organizationId)
    await db.contact.update({
      where: { id: contact.id, organizationId },
      data: { email: 'a@example.com', firstName: 'Asked' },
    })
    await aContact(organizationId, { email: 'z@example.com', firstName: 'Never' })
    expect(await list(organizationId, { surveyed: 'true' })).toEqual(['Asked'])
    expect(await list(organizationId, { surveyed: 'false' })).toEqual(['Never'])
    expect(await list(organizationId, { surveyed_days: 30 })).toEqual(['Asked'])
    expect(await list(organizationId, { not_surveyed_days: 30 })).toEqual(['Never'])
    expect(await list(organizationId, { answered: 'false' })).toEqual(['Asked', 'Never'])

    const old = new Date(now().getTime() - 40 * DAY_MS)
    const first = await aResponse(organizationId, survey.id, {
      contactId: contact.id,
      npsScore: 3,
      rating: 3,
      band: 'negative',
      createdAt: old,
    })
    expect(await list(organizationId, { band: 'negative' })).toEqual(['Asked'])
    expect(await list(organizationId, { rating_min: 2, rating_max: 3 })).toEqual(['Asked'])
    expect(await list(organizationId, { answered_days: 30 })).toEqual([])
    expect(await list(organizationId, { answered: 'true', not_answered_days: 30 })).toEqual(['Asked'])
    const second = await aResponse(organizationId, survey.id, {
      contactId: contact.id,
      npsScore: 10,
      rating: 10,
      band: 'positive',
    })
    expect(await list(organizationId, { band: 'positive' })).toEqual(['Asked'])
    expect(await list(organizationId, { band: 'negative' })).toEqual([])
    await db.response.update({ where: { id: second.id, organizationId }, data: { status: 'partial' } })
    expect(await list(organizationId, { band: 'negative', rating_max: 6 })).toEqual(['Asked'])
    await db.response.delete({ where: { id: first.id, organizationId } })
    expect(await list(organizationId, { answered: 'false' })).toEqual(['Asked', 'Never'])
  })

  it('a contact that changes, or is deleted, enters and leaves filters', async () => {
    const organizationId = await anOrganization()
    const { id } = await aContact(organizationId, { firstName: 'A', tags: ['old'] })
    await updateContact(organizationId, { id, tags: ['new'], customFields: { plan: 'pro' }, unsubscribed: true })
    expect(await list(organizationId, { tag: 'old' })).toEqual([])
    expect(await list(organizationId, { tag: 'new', property: 'plan=pro', unsubscribed: 'true' })).toEqual(['A'])
    await deleteContact(organizationId, id)
    expect(await list(organizationId, { tag: 'new' })).toEqual([])
  })

  it('an address whose mail bounced is found, also created again, and a contact with a new address is reachable', async () => {
    const organizationId = await anOrganization()
    const { id, email } = await aContact(organizationId, { firstName: 'A' })
    await transact(({ tx }) => addSuppression(tx, organizationId, email, 'bounced'))
    expect(await list(organizationId, { deliverability: 'bounced' })).toEqual(['A'])
    await updateContact(organizationId, { id, email: anEmailAddress() })
    expect(await list(organizationId, { deliverability: 'bounced' })).toEqual([])
    await createContact(organizationId, { email, firstName: 'B' })
    expect(await list(organizationId, { deliverability: 'bounced' })).toEqual(['B'])
    const address = anEmailAddress()
    await transact(({ tx }) => addSuppression(tx, organizationId, address, 'bounced'))
    await upsertContact(organizationId, { email: address, firstName: 'C' })
    await upsertContact(organizationId, { email: address, firstName: 'D' })
    expect((await list(organizationId, { deliverability: 'bounced' })).toSorted()).toEqual(['B', 'D'])
  })

  it('sorts by when contacts were last surveyed and last answered, those never first when ascending', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const rows = [null, 3, 1].map((days) => days && new Date(now().getTime() - days * DAY_MS))
    for (const [index, createdAt] of rows.entries()) {
      const contact = await aContact(organizationId, {
        email: `${index}@example.com`,
        firstName: String(index),
        tags: ['t'],
      })
      if (createdAt) await aResponse(organizationId, survey.id, { contactId: contact.id, createdAt })
    }
    expect(await list(organizationId, { sort: 'answered' })).toEqual(['0', '1', '2'])
    expect(await list(organizationId, { sort: '-answered', tag: 't' })).toEqual(['2', '1', '0'])
    expect(await list(organizationId, { sort: '-answered', search: 'example' })).toEqual(['2', '1', '0'])
    expect((await list(organizationId, { sort: 'surveyed' })).toSorted()).toEqual(['0', '1', '2'])
  })

  it('the total of a broad filter is stored, and kept as contacts enter and leave it', async () => {
    const organizationId = await anOrganization()
    await db.$executeRaw`
      INSERT INTO contact (id, organization_id, email, first_name, tags, created_at, updated_at)
      SELECT uuid_v7(), ${organizationId}::uuid, 'p' || i || '@example.com', 'P', ARRAY['broad'], now(), now() FROM generate_series(1, 4005) i`
    const total = async () => (await listContacts(organizationId, BrowseContacts.parse({ tag: 'broad' }))).meta.total
    const stored = () =>
      queryRows<{ total: string | null }>({
        text: `SELECT total FROM contact_search_total WHERE organization_id = $1 AND terms <> ''`,
        values: [organizationId],
      })
    expect(await total()).toBe(4005)
    await expect.poll(async () => (await total()) && (await stored())[0]?.total).toBe('4005')
    const { id } = await aContact(organizationId, { firstName: 'New', tags: ['broad'] })
    expect(await total()).toBe(4006)
    await updateContact(organizationId, { id, tags: [] })
    expect(await total()).toBe(4005)
    const some = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'p1@example.com' } })
    await deleteContact(organizationId, some.id)
    expect(await total()).toBe(4004)
  })
})

it('a condition on a property is read as it is written', () => {
  for (const text of ['plan=pro', 'plan!=a=b', 'seats>=-10', 'since<=2026-01-31', 'plan', '!plan', 'my key=x y'])
    expect(formatPropertyCondition(parsePropertyCondition(text) ?? { key: '', operator: 'is', value: '' })).toBe(text)
  for (const text of ['', '!', '=x', '!!x', '!plan=x']) expect(parsePropertyCondition(text)).toBeNull()
})

it('random combinations of filters select the contacts that they describe', async () => {
  const organizationId = await anOrganization()
  const contacts = Array.from({ length: 40 }, (_, index) => ({
    email: `${String(index).padStart(2, '0')}@example.com`,
    firstName: String(index),
    tags: ['x', 'y', 'z'].filter((_tag, bit) => (index >> bit) & 1),
    preferredLanguage: ['en', 'fr', null][index % 3] ?? null,
    unsubscribed: index % 5 === 0,
    customFields: { n: index % 7, ...(index % 2 ? { plan: 'pro' } : {}) },
  }))
  for (const contact of contacts) await aContact(organizationId, contact)
  const tag = constantFrom('x', 'y', 'z')
  const filters = record(
    {
      tag,
      without_tag: tag,
      preferred_language: constantFrom('en', 'fr', 'none'),
      unsubscribed: constantFrom('true', 'false'),
      property: array(
        constantFrom('plan=pro', '!plan', 'n>=3', 'n<=4', 'n=2', 'n!=2').map((text) => text),
        { minLength: 1, maxLength: 3 },
      ),
    },
    { requiredKeys: [] },
  )
  const holds: Record<string, (contact: (typeof contacts)[number]) => boolean> = {
    'plan=pro': ({ customFields }) => customFields.plan === 'pro',
    '!plan': ({ customFields }) => customFields.plan === undefined,
    'n>=3': ({ customFields }) => customFields.n >= 3,
    'n<=4': ({ customFields }) => customFields.n <= 4,
    'n=2': ({ customFields }) => customFields.n === 2,
    'n!=2': ({ customFields }) => customFields.n !== 2,
  }
  await assert(
    asyncProperty(filters, integer({ min: 0, max: 1 }), async (filter, sortIndex) => {
      const expected = contacts.filter(
        (contact) =>
          (filter.tag === undefined || contact.tags.includes(filter.tag)) &&
          (filter.without_tag === undefined || !contact.tags.includes(filter.without_tag)) &&
          (filter.preferred_language === undefined ||
            (contact.preferredLanguage ?? 'none') === filter.preferred_language) &&
          (filter.unsubscribed === undefined || String(contact.unsubscribed) === filter.unsubscribed) &&
          (filter.property ?? []).every((text) => holds[text]?.(contact)),
      )
      const names = expected.map(({ firstName }) => firstName)
      const sort = ['email', '-email'][sortIndex]
      expect(await list(organizationId, { ...filter, sort })).toEqual(sortIndex === 0 ? names : names.toReversed())
    }),
    { numRuns: pickByTestLength(30, 1000) },
  )
})
