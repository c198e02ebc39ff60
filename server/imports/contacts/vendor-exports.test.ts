import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { importFile, prepareImport, presentOutcomes } from './import-fixture'
import { compareResponsesByMonth } from './responses/responses-by-month'

/* Files as other services and spreadsheet programs write them, made by hand after their documentation; each through the whole import. */

const FIXTURES = path.join(import.meta.dirname, '../files/fixtures')

async function importFixture(fileName: string, organization: object = {}) {
  const organizationId = await anOrganization({ defaultCountry: 'FR', defaultLanguage: 'fr', ...organization })
  const bytes = await readFile(path.join(FIXTURES, fileName))
  const prepared = await prepareImport(organizationId, bytes, {}, { fileName })
  const done = await importFile(organizationId, bytes, {}, { fileName })
  expect(done.status).toBe('done')
  expect(presentOutcomes(done.counts)).toEqual(presentOutcomes(prepared.dryCounts))
  const contacts = await db.contact.findMany({ where: { organizationId }, orderBy: { email: 'asc' } })
  return { organizationId, done, contacts, counts: presentOutcomes(done.counts) }
}

const FRENCH_PEOPLE = [
  { email: 'eloise.lefevre@example.com', firstName: 'Éloïse', lastName: 'Lefèvre', phone: '+33612345678' },
  { email: 'francois@example.com', firstName: 'François', lastName: 'D’Août'.replace('’', "'") },
  { email: 'zoe@example.com', firstName: 'Zoë', lastName: 'Müller' },
]

it.each([
  ['excel-windows-french.csv', { encoding: 'windows-1252', delimiter: ';' }],
  ['excel-mac-2011-french.csv', { encoding: 'macintosh', delimiter: ';' }],
  ['excel-macos-utf8.csv', { encoding: 'utf-8', delimiter: ';' }],
  ['excel-unicode-text.txt', { encoding: 'utf-16le', delimiter: '\t' }],
])('imports the people of %s with their accents and phones', async (fileName, table) => {
  const { done, contacts, counts } = await importFixture(fileName)
  expect(done.table).toMatchObject(table)
  expect(counts).toEqual({ created: 3 })
  expect(contacts).toMatchObject(FRENCH_PEOPLE)
})

it.each([
  ['google-sheets.csv', ['Ada Lovelace', 'Grace Hopper "Amazing"']],
  ['libreoffice.csv', ['Ada Lovelace', 'Grace Hopper']],
  ['excel-sep-line.csv', ['Ada ']],
])('imports the people of %s', async (fileName, names) => {
  const { contacts, counts } = await importFixture(fileName)
  expect(counts).toEqual({ created: names.length })
  expect(contacts.map(({ firstName, lastName }) => `${firstName} ${lastName ?? ''}`)).toEqual(names)
})

it.each([
  'excel-windows-french.xlsx',
  'libreoffice.xlsx',
  'google-sheets.xlsx',
  'excel-mac-1904.xlsx',
  'open-xml-sdk.xlsx',
])('reads the rows of %s and counts the same before and after', async (fileName) => {
  const { done, contacts, counts } = await importFixture(fileName)
  const rows = Object.entries(counts).reduce((sum, [, count]) => sum + count, 0)
  expect(rows).toBe(done.total)
  expect(contacts.length).toBe(counts['created'] ?? 0)
})

it('imports the responses of Delighted, whatever kind of file was chosen, and once', async () => {
  const { organizationId, done, contacts, counts } = await importFixture('delighted-responses.csv')
  expect(done).toMatchObject({ records: 'answers', layout: 'delighted-responses' })
  expect(counts).toEqual({ answered: 2, newContacts: 2 })
  expect(contacts).toMatchObject([
    { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    { email: 'grace@example.com' },
  ])
  const responses = await db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  expect(responses).toMatchObject([
    { npsScore: 9, createdAt: new Date('2024-03-01T14:30:00Z'), importId: done.id },
    { npsScore: 3, createdAt: new Date('2024-03-02T08:00:00Z'), caseState: null },
  ])
  expect((await compareResponsesByMonth(organizationId, done.id)).months).toEqual([
    { month: '2024-03', metric: 'nps', file: { n: 2, score: 0 }, stored: { n: 2, score: 0 } },
  ])
  const bytes = await readFile(path.join(FIXTURES, 'delighted-responses.csv'), 'utf8')
  // Delighted's ids identify the answers, even if their times are read in another way.
  const moved = await importFile(organizationId, bytes.replaceAll(' UTC', ' +0300'))
  expect(presentOutcomes(moved.counts)).toEqual({ unchanged: 2 })
  expect(moved.recipe).toMatchObject({ id: done.id })
})

it('imports the responses of SurveyMonkey with the addresses of its contact question', async () => {
  const { organizationId, done, counts } = await importFixture('surveymonkey-responses.csv', {
    timeZone: 'Europe/Paris',
  })
  expect(done).toMatchObject({ records: 'answers', layout: 'surveymonkey-responses', settings: { dateOrder: 'mdy' } })
  expect(counts).toEqual({ answered: 2, newContacts: 2 })
  expect(await db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })).toMatchObject([
    {
      npsScore: 9,
      createdAt: new Date('2024-05-24T08:00:00Z'),
      answers: [{ value: 9 }, { value: 'Open earlier, please.' }],
    },
    { npsScore: 6, createdAt: new Date('2024-05-25T11:05:00Z') },
  ])
})

it('imports the responses of Typeform, whose times are in UTC', async () => {
  const { organizationId, done, counts } = await importFixture('typeform-responses.csv', { timeZone: 'Europe/Paris' })
  expect(done).toMatchObject({ records: 'answers', layout: 'typeform-responses' })
  expect(counts).toEqual({ answered: 2, newContacts: 2 })
  expect(await db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })).toMatchObject([
    {
      npsScore: 10,
      createdAt: new Date('2024-03-01T14:30:00Z'),
      answers: [{ value: 10 }, { value: 'The bread is the best in town' }],
    },
    { npsScore: 4, createdAt: new Date('2024-03-02T08:00:00Z') },
  ])
})

it('imports the people, unsubscribes and bounces of Delighted', async () => {
  expect(await importFixture('delighted-people.csv')).toMatchObject({
    counts: { created: 1 },
    done: { records: 'people', layout: 'delighted-people' },
  })
  expect(await importFixture('delighted-unsubscribes.csv')).toMatchObject({
    counts: { suppressed: 1 },
    done: { records: 'unsubscribes' },
  })
  expect(await importFixture('delighted-bounces.csv')).toMatchObject({
    counts: { suppressed: 1 },
    done: { records: 'bounces' },
  })
})

it('imports cells that were pasted from a spreadsheet', async () => {
  const organizationId = await anOrganization()
  const cells = 'Email\tFirst name\tNote\nada@example.com\tAda\t"two\nlines"\ngrace@example.com\tGrace\t\n'
  const done = await importFile(organizationId, cells, {}, { fileName: null })
  expect(done).toMatchObject({ status: 'done', fileName: null, table: { delimiter: '\t' } })
  expect(presentOutcomes(done.counts)).toEqual({ created: 2 })
})
