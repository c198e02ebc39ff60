import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, it } from 'vitest'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { presentContact } from '../../contacts/contacts'
import { listContacts } from '../../contacts/list-contacts'
import type { ContactQuery } from '../../contacts/schema'
import { db } from '../../db'
import { importFile, presentOutcomes } from '../../imports/contacts/import-fixture'
import { readTable, streamChunks } from '../../imports/files/table-fixture'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { aSession } from '../../testing/factories/sessions'
import { handleContactsExport } from './contacts-export'

let organizationId: string
let cookie: string

beforeEach(async () => {
  organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  cookie = (await aSession(organizationId, 'member')).cookie
})

const download = async (query: string, language = 'en') =>
  handleContactsExport(
    new Request(`http://localhost/api/contacts?${query}`, {
      headers: { cookie: `${cookie}; locale=${language}`, 'accept-language': language },
    }),
  )
const bytes = async (query: string, language = 'en') =>
  Buffer.from(await (await download(query, language)).arrayBuffer())
const json = async (query: string) => (await (await download(`format=json&${query}`)).json()) as { id: string }[]
async function csv(query = '', language = 'en'): Promise<Record<string, string>[]> {
  return parse(await bytes(query, language), { bom: true, columns: true, delimiter: language === 'fr' ? ';' : ',' })
}

const property = (key: string, type: 'text' | 'number' | 'date' | 'boolean', en: string, fr = en) =>
  createContactProperty(organizationId, { key, type, label: { en, fr }, options: [] })

async function aFullContact() {
  await property('seats', 'number', 'Seats', 'Places')
  await property('since', 'date', 'Customer since', 'Client depuis')
  await property('vip', 'boolean', 'VIP')
  await property('code', 'text', 'Phone', 'Téléphone')
  await createContactProperty(organizationId, {
    key: 'plan',
    type: 'choice',
    label: { en: 'Plan', fr: 'Formule' },
    options: [
      { value: 'free', label: { en: 'Free', fr: 'Gratuite' } },
      { value: 'pro', label: { en: 'Pro', fr: 'Pro' } },
    ],
  })
  const { id: locationId } = await aLocation(organizationId, { name: 'Café Opéra; Paris' })
  const { id: contactOrganizationId } = await db.contactOrganization.create({
    data: { organizationId, name: 'Engines & Co' },
  })
  return aContact(organizationId, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: '=Lovelace "King"',
    phone: '+33612345678',
    title: 'Countess',
    preferredLanguage: 'fr',
    locationId,
    contactOrganizationId,
    tags: ['vip', 'Paris, Opéra', 'says "hi"'],
    customFields: { seats: 1.234, since: '2021-02-03', vip: true, code: '0042', plan: 'free', shoe: 38 },
    createdAt: new Date('2026-03-01T23:30:00Z'),
  })
}

it('the contacts export writes all fields, with local times, and properties by their labels', async () => {
  const { id: contactId } = await aFullContact()
  const { id: surveyId } = await aSurvey(organizationId)
  await aResponse(organizationId, surveyId, {
    contactId,
    npsScore: 9,
    rating: 9,
    band: 'positive',
    createdAt: new Date('2026-03-05T08:00:00Z'),
  })
  const answer = await download('')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-[\d-]+\.csv"$/)
  await answer.body?.cancel()
  expect(await csv()).toEqual([
    {
      Email: 'ada@example.com',
      'First name': 'Ada',
      'Last name': `'=Lovelace "King"`,
      Phone: "'+33612345678",
      'Job title': 'Countess',
      Language: 'fr',
      Location: 'Café Opéra; Paris',
      Company: 'Engines & Co',
      Tags: 'vip; "Paris, Opéra"; "says ""hi"""',
      Unsubscribed: 'FALSE',
      'Unsubscribed on': '',
      'Do not contact reason': '',
      Deliverability: 'Reachable',
      Added: '2026-03-02 00:30',
      'Last survey': '',
      'Last answer': '2026-03-05 09:00',
      'Last score': '9',
      'Last sentiment': 'Positive',
      Seats: '1.234',
      'Customer since': '2021-02-03',
      VIP: 'TRUE',
      'Phone (code)': '0042',
      Plan: 'Free',
    },
  ])
  expect((await csv('', 'fr'))[0]).toMatchObject({
    Prénom: 'Ada',
    'Ajouté le': '02/03/2026 00:30',
    Désabonné: 'FAUX',
    Places: '1,234',
    'Client depuis': '03/02/2021',
    Formule: 'Gratuite',
  })
  expect(await json('')).toMatchObject([
    {
      id: contactId,
      location: 'Café Opéra; Paris',
      company: 'Engines & Co',
      lastAnsweredAt: '2026-03-05T08:00:00.000Z',
      lastScore: 9,
      lastBand: 'positive',
      bouncedAt: null,
      optedOutAt: null,
      suppressionReasons: [],
      customFields: { plan: 'free', shoe: 38 },
    },
  ])
  const workbook = await readTable(streamChunks(await bytes('format=xlsx')))
  expect(workbook).toMatchObject({ sheet: 'Contacts' })
  const cells = new Map(workbook.header.map((heading, column) => [heading, workbook.typedRows[0]?.cells[column]]))
  expect(cells.get('Last name')).toBe('=Lovelace "King"')
  expect(cells.get('Added')).toEqual({ isoDate: '2026-03-02T00:30:00' })
  expect(cells.get('Seats')).toBe(1.234)
  expect(cells.get('Phone (code)')).toBe('0042')
})

async function readContacts(organization: string) {
  const rows = await db.contact.findMany({
    where: { organizationId: organization },
    include: { location: true, contactOrganization: true },
    orderBy: { email: 'asc' },
  })
  return rows.map(({ location, contactOrganization, ...row }) => ({
    ...presentContact({ ...row, id: '', locationId: null, contactOrganizationId: null }),
    location: location?.name,
    company: contactOrganization?.name,
    createdAt: undefined,
    updatedAt: undefined,
  }))
}

/** Imports an export in an organization with the same properties. */
async function importElsewhere(file: Buffer, format: string) {
  const other = await anOrganization({ defaultCountry: 'US', timeZone: 'America/New_York' })
  const properties = await db.contactProperty.findMany({ where: { organizationId } })
  await db.contactProperty.createMany({
    data: properties.map((row) => ({ ...row, id: randomUUID(), organizationId: other, options: row.options ?? [] })),
  })
  const { counts } = await importFile(other, file, {}, { fileName: `contacts.${format}` })
  return { counts: presentOutcomes(counts), contacts: await readContacts(other) }
}

const FILES = [
  ['csv', 'en'],
  ['csv', 'fr'],
  ['xlsx', 'en'],
] as const

it('an import of an exported file gives the same contacts, in the same and in another organization', async () => {
  await aFullContact()
  await aContact(organizationId, { email: 'out@example.com', firstName: '', unsubscribed: true })
  await aContact(organizationId, {
    email: 'elan@example.com',
    firstName: '-1',
    lastName: '@x',
    customFields: { vip: false },
  })
  const before = await readContacts(organizationId)
  for (const [format, language] of FILES) {
    const file = await bytes(`format=${format}`, language)
    const { counts, contacts } = await importElsewhere(file, format)
    expect(counts).toMatchObject({ created: 3 })
    const expected = before.map(({ customFields, ...contact }) => {
      const declared = Object.entries(customFields).filter(([key]) => key !== 'shoe')
      return { ...contact, customFields: Object.fromEntries(declared) }
    })
    expect(contacts).toEqual(expected)
    const repeated = await importFile(organizationId, file, {}, { fileName: `contacts.${format}` })
    expect(presentOutcomes(repeated.counts)).not.toHaveProperty('created')
    expect(await readContacts(organizationId)).toEqual(before)
  }
})

it('names and values of properties may have any characters: none is a formula, and an import reads each', async () => {
  await property('formula', 'text', '=HYPERLINK("https://a.example/";"x")', '+33 & <b>;{{first_name|x}}')
  await property('cake', 'text', '🎂', '🎂🎂')
  await property('greeting', 'text', 'שלום עולם', 'مرحبا بالعالم')
  await property('long', 'text', 'Sixty characters '.repeat(4).slice(0, 60))
  await property('a "quoted", key; with 🎂', 'number', '@mention', '-minus')
  const sizes = [
    ['small', 'medium'],
    ['medium', '=large'],
  ].map(([value = '', label = '']) => ({ value, label: { en: label, fr: label } }))
  const labels = { en: "It's", fr: 'L’élan « à »' }
  await createContactProperty(organizationId, { key: 'size', type: 'choice', label: labels, options: sizes })
  await aContact(organizationId, {
    email: 'ada@example.com',
    customFields: {
      formula: '=1+1',
      cake: '🎂, "x"; y',
      greeting: 'שלום',
      long: '@x',
      'a "quoted", key; with 🎂': -5,
      size: 'small',
    },
  })
  await aContact(organizationId, { email: 'grace@example.com', customFields: { size: 'medium', formula: '@x' } })
  for (const [language, delimiter] of [
    ['en', ','],
    ['fr', ';'],
  ] as const) {
    const cells: string[] = parse(await bytes('', language), { bom: true, delimiter }).flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual(['-5'])
  }
  const before = await readContacts(organizationId)
  for (const [format, language] of FILES)
    expect((await importElsewhere(await bytes(`format=${format}`, language), format)).contacts).toEqual(before)
})

it('the contacts export has exactly the filtered or selected contacts, newest first, and its count is in the audit log', async () => {
  const { id: locationId } = await aLocation(organizationId)
  await db.contact.createMany({
    data: Array.from({ length: 1203 }, (_, index) => ({
      organizationId,
      email: `person-${index}@example.com`,
      firstName: index % 3 === 0 ? 'Ada' : 'Grace',
      tags: index % 2 === 0 ? ['vip'] : [],
      customFields: { seats: index, plan: index % 5 === 0 ? 'pro' : 'free' },
      locationId: index % 7 === 0 ? locationId : null,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
    })),
  })
  const list = async (query: ContactQuery) => {
    const { data } = await listContacts(organizationId, { ...query, page: 1, limit: 2000 })
    return (JSON.parse(data.text) as { id: string }[]).map(({ id }) => id)
  }
  const queries: [string, ContactQuery][] = [
    ['', {}],
    ['tag=vip', { tag: 'vip' }],
    ['search=ada+person-9', { search: 'ada person-9' }],
    ['tag=vip&property=plan%3Dpro&property=seats%3E%3D100', { tag: 'vip', property: ['plan=pro', 'seats>=100'] }],
    [`location_id=${locationId}&search=grace`, { location_id: locationId, search: 'grace' }],
  ]
  const counts: number[] = []
  for (const [query, input] of queries) {
    const exported = (await json(query)).map(({ id }) => id)
    expect(exported).toEqual(await list(input))
    expect(exported.length).toBeGreaterThan(0)
    counts.push(exported.length)
  }
  const [first, second] = await list({})
  const stranger = await aContact(await anOrganization())
  expect((await json(`ids=${second},${first},${stranger.id}`)).map(({ id }) => id)).toEqual([first, second])
  const events = await db.auditEvent.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  expect(events.map(({ action, changes }) => [action, changes])).toEqual(
    [...counts, 2].map((count) => ['contacts.exported', [{ field: 'count', from: null, to: count }]]),
  )
})

it('the contacts export refuses a request without a session and an invalid filter', async () => {
  await expect(handleContactsExport(new Request('http://localhost/api/contacts'))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await expect(download('rating_min=eleven')).rejects.toThrow(/rating_min/)
  await expect(download('ids=one')).rejects.toThrow(/ids/)
  await expect(download('format=pdf')).rejects.toThrow(/format/)
})
