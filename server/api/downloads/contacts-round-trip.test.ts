import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { updateContact } from '../../contacts/contacts'
import { addSuppressions, loadSuppressions, optOut } from '../../contacts/suppression'
import { upsertContacts } from '../../contacts/upsert-contacts'
import { db } from '../../db'
import { toNameKey } from '../../imports/columns/name-key'
import { importFile, presentOutcomes } from '../../imports/contacts/import-fixture'
import { blockAddressesInTransaction } from '../../suppressions/block-addresses'
import { aLocation, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { pickByTestLength } from '../../testing/test-length'
import { transact } from '../../unit-of-work'
import { requiredTextSchema, singleLineTextSchema } from '../../validation/schema'
import { handleContactsExport } from './contacts-export'

const TRICKY = [
  '=1+1',
  "'=x",
  "''-2",
  '-1',
  '@x',
  '＝y',
  '"',
  ';',
  ',',
  'a;b',
  'Ë, "ë"',
  'TRUE',
  '0042',
  '1,5',
  '1.5',
  '03/02/2021',
  '_x0041_',
]
const anyText = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
)

/** As names are read from a file: a space for each run of white space. */
const line = (maximum: number) =>
  anyText.map((text) => singleLineTextSchema(maximum).safeParse(text.replace(/\s+/g, ' ')).data ?? '').filter(Boolean)
const tag = anyText.map((text) => requiredTextSchema(50).safeParse(text).data ?? '').filter(Boolean)
const longText = fc
  .array(anyText, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.join('\n').trim())
  .filter((text) => text !== '' && !text.includes('\u0000') && text.isWellFormed())

const LABELS = [
  'Plan',
  'Score',
  'Email',
  'Téléphone',
  'NPS',
  'Date',
  'Tags',
  'Client depuis',
  'Unsubscribed',
  'C++',
  'Note',
]
const OPTIONS = [
  { value: 'free', label: { en: 'Pro', fr: 'Gratuit' } },
  { value: 'pro', label: { en: 'Free', fr: 'Pro' } },
  { value: 'x', label: { en: 'pro', fr: '★' } },
]
const VALUES = {
  text: longText,
  number: fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.constantFrom(1.234, 1234, 0.001, -12.5, 1e21, 1e-7),
  ),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  boolean: fc.boolean(),
  choice: fc.constantFrom('free', 'pro', 'x'),
}
const TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const

const values = fc.record<Partial<Record<string, unknown>>>(VALUES, { requiredKeys: [] })
const CONSENTS = ['none', 'person', 'member', 'blocked', 'bounced', 'memberAndBlocked', 'personAndBlocked'] as const
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const contact = fc.record({
  firstName: maybe(line(100)),
  lastName: maybe(line(100)),
  title: maybe(line(100)),
  phone: maybe(fc.constantFrom('+33612345678', '+14155550132', '+442079460958')),
  preferredLanguage: maybe(fc.constantFrom('en' as const, 'fr' as const)),
  tags: maybe(fc.uniqueArray(tag, { maxLength: 4 })),
  values,
  location: maybe(fc.nat()),
  company: maybe(fc.nat()),
  consent: fc.oneof(fc.constant('none' as const), fc.constantFrom(...CONSENTS)),
})
type GeneratedContact = typeof contact extends fc.Arbitrary<infer Value> ? Value : never
const names = fc.uniqueArray(line(100), { minLength: 1, maxLength: 3, selector: toNameKey })
const world = fc.record({
  contacts: fc.array(contact, { minLength: 1, maxLength: 6 }),
  labels: fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: TYPES.length, maxLength: TYPES.length }),
  locations: names,
  companies: names,
  file: fc.constantFrom(['csv', 'en'], ['csv', 'fr'], ['xlsx', 'en'], ['xlsx', 'fr']),
  country: fc.constantFrom('US', 'FR', 'CA'),
  language: fc.constantFrom('en', 'fr'),
})
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

const source = { createdVia: 'api', createdById: null } as const

async function declareProperties(organizationId: string, labels: readonly string[]): Promise<void> {
  for (const [index, type] of TYPES.entries()) {
    const label = { en: labels[index] ?? '', fr: labels[index] ?? '' }
    const options = type === 'choice' ? OPTIONS : []
    await createContactProperty(organizationId, { key: `p_${type}`, type, label, options })
  }
}

async function createWorld({ contacts, labels, locations, companies }: World): Promise<string> {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  await declareProperties(organizationId, labels)
  const locationIds: string[] = []
  for (const name of locations) locationIds.push((await aLocation(organizationId, { name })).id)
  const companyRows = companies.map((name) => ({ id: randomUUID(), organizationId, name }))
  await db.contactOrganization.createMany({ data: companyRows })
  const pick = (ids: readonly string[], at: number | undefined) => (at === undefined ? undefined : ids[at % ids.length])
  for (const [index, { values: custom, location, company, consent, ...fields }] of contacts.entries()) {
    const references = {
      locationId: pick(locationIds, location),
      contactOrganizationId: pick(
        companyRows.map(({ id }) => id),
        company,
      ),
    }
    const customFields = Object.fromEntries(
      Object.entries(custom).flatMap(([type, value]) => (value === undefined ? [] : [[`p_${type}`, value]])),
    )
    const row = Object.fromEntries(
      Object.entries({ ...fields, ...references, customFields }).filter(([, value]) => value !== undefined),
    )
    const email = `p${index}@example.com`
    await transact((work) =>
      upsertContacts(work, organizationId, [{ ...row, email }], { onExisting: 'error', ...source }),
    )
    await suppress(organizationId, email, consent)
  }
  return organizationId
}

async function suppress(organizationId: string, email: string, consent: GeneratedContact['consent']): Promise<void> {
  const { id } = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
  if (consent === 'person' || consent === 'personAndBlocked') await optOut(organizationId, id, email)
  if (consent === 'member' || consent === 'memberAndBlocked')
    await updateContact(organizationId, { id, unsubscribed: true })
  if (consent === 'bounced') await addSuppressions(db, organizationId, [email], 'bounced')
  if (consent === 'blocked' || consent === 'memberAndBlocked' || consent === 'personAndBlocked')
    await transact(({ tx }) => blockAddressesInTransaction(tx, organizationId, [email], source))
}

async function exportContacts(organizationId: string, [format, language]: readonly string[]): Promise<Buffer> {
  const { cookie } = await aSession(organizationId, 'member')
  const headers = { cookie: `${cookie}; locale=${language}`, 'accept-language': `${language}` }
  const answer = await handleContactsExport(new Request(`http://localhost/api/contacts?format=${format}`, { headers }))
  return Buffer.from(await answer.arrayBuffer())
}

/** Contacts by address, without what belongs to the organization that has them. */
async function readContacts(organizationId: string) {
  const rows = await db.contact.findMany({
    where: { organizationId },
    include: { location: true, contactOrganization: true },
    orderBy: { email: 'asc' },
  })
  const emails = rows.map(({ email }) => email)
  const suppressions = await loadSuppressions(db, organizationId, emails)
  return rows.map(({ location, contactOrganization, optedOutAt, bouncedAt, ...row }) => ({
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    title: row.title,
    preferredLanguage: row.preferredLanguage,
    customFields: row.customFields,
    tags: row.tags,
    location: location?.name,
    company: contactOrganization?.name,
    unsubscribed: row.unsubscribed,
    // A file has minutes; at the end of daylight saving time it may be an hour off.
    isOptedOutNow: optedOutAt && Math.abs(Date.now() - optedOutAt.getTime()) < 70 * 60_000,
    hasBounced: bouncedAt !== null,
    reasons: [...(suppressions.get(row.email) ?? [])].toSorted(),
  }))
}

it('an import of an export gives the same contacts, whatever their fields, in the same and in another organization', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (generated) => {
      const organizationId = await createWorld(generated)
      const before = await readContacts(organizationId)
      const file = await exportContacts(organizationId, generated.file)
      const fileName = `contacts.${generated.file[0]}`
      const { country: defaultCountry, language: defaultLanguage } = generated
      const other = await anOrganization({ defaultCountry, defaultLanguage, timeZone: 'Europe/Paris' })
      await declareProperties(other, generated.labels)
      const imported = await importFile(other, file, {}, { fileName })
      expect([imported.refusals, presentOutcomes(imported.counts)]).toEqual([[], { created: before.length }])
      expect(await readContacts(other)).toEqual(before)
      for (const onExisting of ['update', 'replace', 'skip'] as const) {
        const repeated = await importFile(organizationId, file, { onExisting }, { fileName })
        const outcome = onExisting === 'skip' ? 'skipped' : 'unchanged'
        expect(presentOutcomes(repeated.counts)).toEqual({ [outcome]: before.length })
      }
      expect(await readContacts(organizationId)).toEqual(before)
    }),
    { numRuns: pickByTestLength(3, 250), seed: 20261127 },
  )
})
