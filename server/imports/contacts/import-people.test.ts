import { expect, it } from 'vitest'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { aContact, aLocation, anOrganization, aSubscription } from '../../testing/factories/basics'
import { importFile, prepareImport, presentOutcomes } from './import-fixture'
import { getContactImport } from './present-import'
import { previewContactImport } from './preview'

const PEOPLE = [
  'E-mail;Prénom;Nom;Téléphone;Ville préférée;Client depuis',
  'Ada@Example.com;Ada;Lovelace;06 12 34 56 78;Paris;03/02/2021',
  'grace@example.com;Grace;Hopper;;Lyon;25/12/2020',
  'no address;Alan;Turing;;;',
  'ada@example.com;Ada;King;;;',
].join('\r\n')

it('suggests columns, previews values as they are read, counts first, and then imports with the same counts', async () => {
  const organizationId = await anOrganization({ defaultCountry: 'FR', defaultLanguage: 'fr' })
  await aSubscription(organizationId, ['new_contact'])
  await aContact(organizationId, { email: 'grace@example.com', firstName: 'Grace', lastName: null })
  const targets = ['email', 'firstName', 'lastName', 'phone', 'newProperty', 'newProperty'] as const
  const prepared = await prepareImport(organizationId, PEOPLE, { targets: [...targets], declareProperties: true })
  expect(prepared).toMatchObject({
    status: 'ready',
    total: 4,
    table: { delimiter: ';' },
    settings: { dateOrder: 'dmy' },
  })
  const expected = { created: 1, updated: 1, refused: 1, duplicate: 1 }
  expect(presentOutcomes(prepared.dryCounts)).toEqual(expected)
  expect(prepared.refusals).toEqual([{ message: 'Not a valid email address', count: 1 }])
  const { rows, country } = await previewContactImport(organizationId, prepared.id, 'en')
  expect(country).toBe('FR')
  expect(rows[0]?.cells.map(({ text }) => text).slice(0, 4)).toEqual([
    'ada@example.com',
    'Ada',
    'Lovelace',
    '+33 6 12 34 56 78',
  ])
  expect(rows[0]?.cells[5]?.text).toBe('3 February 2021')
  expect(rows[2]?.cells[0]).toEqual({ text: 'no address', error: 'Not a valid email address' })
  expect(await db.contact.count({ where: { organizationId } })).toBe(1)

  const done = await importFile(organizationId, PEOPLE, { targets: [...targets], declareProperties: true })
  expect(done).toMatchObject({ status: 'done', undo: { state: 'possible' } })
  expect(presentOutcomes(done.counts)).toEqual(expected)
  expect(await db.contact.findFirst({ where: { organizationId, email: 'ada@example.com' } })).toMatchObject({
    lastName: 'King',
    phone: '+33612345678',
    customFields: { ville_preferee: 'Paris', client_depuis: '2021-02-03' },
    createdVia: 'import',
    createdById: done.id,
  })
  expect(await db.contactProperty.findMany({ where: { organizationId }, orderBy: { key: 'asc' } })).toMatchObject([
    { key: 'client_depuis', type: 'date', labelFr: 'Client depuis' },
    { key: 'ville_preferee', type: 'text' },
  ])
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  expect(await db.contactImportChunk.count({ where: { organizationId, jobId: done.id } })).toBe(0)
})

it('a later file with the same headings takes over the columns of the last import', async () => {
  const organizationId = await anOrganization()
  const file = 'email,colour\nada@example.com,red\n'
  await importFile(organizationId, file, {
    targets: ['email', 'newProperty'],
    onExisting: 'skip',
    declareProperties: false,
  })
  const { settings } = await prepareImport(organizationId, file)
  expect(settings).toMatchObject({ targets: ['email', 'newProperty'], onExisting: 'skip' })
})

it('an address that opted out stays opted out, whatever the file says, and opt-outs of the file are kept', async () => {
  const organizationId = await anOrganization()
  const person = await aContact(organizationId, { email: 'out@example.com' })
  await optOut(organizationId, person.id, person.email)
  const file =
    'email,first name,unsubscribed\nout@example.com,Out,no\nnew@example.com,New,yes\nknown@example.com,Known,yes\nin@example.com,In,no\n'
  await aContact(organizationId, { email: 'known@example.com' })
  const prepared = await prepareImport(organizationId, file)
  expect(prepared.dryCounts).toMatchObject({ created: 2, updated: 2, optedOut: 3 })
  await importFile(organizationId, file, { onExisting: 'replace' })
  const contacts = await db.contact.findMany({ where: { organizationId }, orderBy: { email: 'asc' } })
  expect(contacts.map(({ email, unsubscribed, optedOutAt }) => [email, unsubscribed, optedOutAt !== null])).toEqual([
    ['in@example.com', false, false],
    ['known@example.com', true, true],
    ['new@example.com', true, true],
    ['out@example.com', true, true],
  ])
})

it('skips, updates or replaces people who are contacts already', async () => {
  const file = 'email,first name\nada@example.com,Augusta\n'
  const outcomes = await Promise.all(
    (['skip', 'update', 'replace'] as const).map(async (onExisting) => {
      const organizationId = await anOrganization()
      await aContact(organizationId, { email: 'ada@example.com', firstName: 'Ada', lastName: 'King', tags: ['a'] })
      const { counts } = await importFile(organizationId, file, { onExisting, tags: ['b'] })
      const contact = await db.contact.findFirstOrThrow({ where: { organizationId } })
      return [presentOutcomes(counts), contact.firstName, contact.lastName, contact.tags]
    }),
  )
  expect(outcomes).toEqual([
    [{ skipped: 1 }, 'Ada', 'King', ['a']],
    [{ updated: 1 }, 'Augusta', 'King', ['a', 'b']],
    [{ updated: 1 }, 'Augusta', null, ['b']],
  ])
})

it('unreadable values refuse their row with the reason, or are left out if the import says so', async () => {
  const file = 'email,first name,phone\nada@example.com,Ada,12\ngrace@example.com,Grace,#N/A\n=1+1,Eve,\n'
  const organizationId = await anOrganization({ defaultCountry: 'FR' })
  const targets = ['email', 'firstName', 'phone'] as const
  const strict = await importFile(organizationId, file, { targets: [...targets] })
  expect(presentOutcomes(strict.counts)).toEqual({ refused: 3 })
  const lenient = await importFile(organizationId, file, { targets: [...targets], onUnreadable: 'omit' })
  expect(presentOutcomes(lenient.counts)).toEqual({ created: 2, refused: 1 })
  expect(await db.contact.count({ where: { organizationId, phone: null } })).toBe(2)
})

it('finds locations by name, and adds the missing ones or refuses their rows', async () => {
  const organizationId = await anOrganization()
  const { id } = await aLocation(organizationId, { name: 'Café Opéra' })
  const file = 'email,location,company\nada@example.com,cafe opera,Engines\ngrace@example.com,Bastille,\n'
  const targets = ['email', 'location', 'company'] as const
  const refusing = await prepareImport(organizationId, file, { targets: [...targets], createMissing: false })
  expect(presentOutcomes(refusing.dryCounts)).toEqual({ refused: 2 })
  const done = await importFile(organizationId, file, { targets: [...targets], createMissing: true })
  expect(presentOutcomes(done.counts)).toEqual({ created: 2 })
  const contacts = await db.contact.findMany({
    where: { organizationId },
    orderBy: { email: 'asc' },
    include: { location: true, contactOrganization: true },
  })
  expect(contacts.map(({ location, contactOrganization }) => [location?.name, contactOrganization?.name])).toEqual([
    ['Café Opéra', 'Engines'],
    ['Bastille', undefined],
  ])
  expect(contacts[0]?.locationId).toBe(id)
})

it('the columns of a later file are those of the last import, with the properties that were declared since', async () => {
  const organizationId = await anOrganization()
  const file = 'email,Colour\nada@example.com,red\n'
  await importFile(organizationId, file, { targets: ['email', 'newProperty'], declareProperties: false })
  const label = { en: 'Colour', fr: 'Couleur' }
  await createContactProperty(organizationId, { key: 'colour', type: 'text', label, options: [] })
  const { settings } = await prepareImport(organizationId, file)
  expect(settings?.targets).toEqual(['email', 'property:colour'])
})

it('a row has at most fifty tags, with those for everyone', async () => {
  const organizationId = await anOrganization()
  const tags = Array.from({ length: 50 }, (_, n) => `t${n}`)
  const file = `email,tags\nada@example.com,${tags.join('|')}\ngrace@example.com,${tags.slice(1).join('|')}\n`
  const done = await importFile(organizationId, file, { tags: ['shared'] })
  expect([presentOutcomes(done.counts), done.refusals]).toEqual([
    { created: 1, refused: 1 },
    [{ message: 'Too many tags', count: 1 }],
  ])
})

it('a silent import emits no new_contact', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_contact'])
  await importFile(organizationId, 'email\nada@example.com\n', { silent: true })
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
})

it('lists of unsubscribes and bounces suppress addresses, of contacts and others', async () => {
  const organizationId = await anOrganization()
  await aContact(organizationId, { email: 'ada@example.com' })
  const file = 'email,unsubscribed at\nada@example.com,2024-03-01\nother@example.com,\nada@example.com,\n'
  const unsubscribes = await importFile(organizationId, file, {}, { records: 'unsubscribes' })
  expect(unsubscribes).toMatchObject({
    dryCounts: { suppressed: 2, unchanged: 1 },
    counts: { suppressed: 2, unchanged: 1 },
    undo: { state: 'none' },
  })
  expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
    unsubscribed: true,
    optedOutAt: new Date('2024-03-01T00:00:00Z'),
  })
  const bounces = await importFile(organizationId, 'email\nada@example.com\n', {}, { records: 'bounces' })
  expect(presentOutcomes(bounces.counts)).toEqual({ suppressed: 1 })
  expect(await db.suppression.groupBy({ by: ['reason'], where: { organizationId }, _count: true })).toEqual(
    expect.arrayContaining([
      { reason: 'opted_out', _count: 2 },
      { reason: 'bounced', _count: 1 },
    ]),
  )
  expect((await db.contact.findFirst({ where: { organizationId } }))?.bouncedAt).not.toBeNull()
})

it('an import of another organization is not found', async () => {
  const mine = await prepareImport(await anOrganization(), 'email\nada@example.com\n')
  await expect(getContactImport(await anOrganization(), mine.id, 'en')).rejects.toThrow('Import not found')
})

it('the decimal mark is that of columns that may hold numbers, whatever texts look like numbers', async () => {
  const organizationId = await anOrganization()
  const size = { en: 'Size', fr: 'Taille' }
  await createContactProperty(organizationId, { key: 'size', type: 'text', label: size, options: [] })
  const weight = { en: 'Weight', fr: 'Poids' }
  await createContactProperty(organizationId, { key: 'weight', type: 'number', label: weight, options: [] })
  const file = 'email;size;weight\nada@example.com;1,5;1.234\ngrace@example.com;2,5;2.5\n'
  await importFile(organizationId, file)
  expect(await db.contact.findFirst({ where: { organizationId, email: 'ada@example.com' } })).toMatchObject({
    customFields: { size: '1,5', weight: 1.234 },
  })
})
