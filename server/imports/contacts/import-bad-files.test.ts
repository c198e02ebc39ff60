import { expect, it } from 'vitest'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { runQueue } from '../../testing/queues'
import { buildWorkbook } from '../files/table-fixture'
import { changeReadingHints } from './change-import'
import { importFile, prepareImport, presentOutcomes, uploadFile } from './import-fixture'
import { getContactImport } from './present-import'
import { startContactImport } from './upload'

const BAD_FILES: Record<string, [content: () => Promise<string | Uint8Array>, message: RegExp]> = {
  'a PDF': [async () => '%PDF-1.7\n%âãÏÓ', /not a table/],
  'a web page': [async () => '<!doctype html><html><body>Hello</body></html>', /not a table/],
  'a file of blank lines': [async () => '\n\n \n', /empty/],
  'an archive that unpacks to a bomb': [
    async () => buildWorkbook('', { 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * 1024 * 1024) }),
    /opened safely|damaged/,
  ],
  'a million columns': [async () => `email${',x'.repeat(999_999)}\n`, /columns|too long/],
  'mixed encodings': [
    async () =>
      Buffer.concat([Buffer.from('email,name\na@example.com,Zoé\nb@example.com,Zo'), Buffer.from([0xe9, 0x0a])]),
    /two ways/,
  ],
  'a quotation mark that never closes': [
    async () => 'email,name\na@example.com,"Ada\nb@example.com,B\n',
    /never closed/,
  ],
}

it.each(Object.keys(BAD_FILES))('answers in words, and keeps nothing of %s', async (name) => {
  const [content, message] = BAD_FILES[name] ?? [async () => '', /./]
  const organizationId = await anOrganization()
  const error = await uploadFile(organizationId, await content()).then(
    () => null,
    (thrown: { localize: (locale: string) => { details: { file: string[] } } }) =>
      thrown.localize('en').details.file[0],
  )
  expect(error).toMatch(message)
  expect(await db.contactJob.count({ where: { organizationId } })).toBe(0)
  expect(await db.contactImportChunk.count({ where: { organizationId } })).toBe(0)
})

it('an import of a file whose fault lies beyond its first rows fails with the reason, and writes no contact', async () => {
  const organizationId = await anOrganization()
  const rows = Array.from({ length: 3000 }, (_, n) => `p${n}@example.com,P`).join('\n')
  const long = `late@example.com,${'x'.repeat(40_000)}`
  const id = await uploadFile(organizationId, `email,name\n${rows}\n${long}\n`)
  await runQueue(contactJobQueue, organizationId)
  expect(await getContactImport(organizationId, id, 'en')).toMatchObject({
    status: 'failed',
    error: 'The cell in row 3002, column 2 is too long. Shorten it and choose the file again.',
  })
  expect(await db.contact.count({ where: { organizationId } })).toBe(0)
})

it('an empty file and one over the limit are refused before they are sent', async () => {
  const organizationId = await anOrganization()
  const { StartContactImport } = await import('./schema')
  for (const fileBytes of [0, 60 * 1024 * 1024 + 1])
    expect(StartContactImport.safeParse({ fileBytes }).success).toBe(false)
  await startContactImport(organizationId, StartContactImport.parse({ fileBytes: 60 * 1024 * 1024 }))
})

it('a file can be read again with another delimiter, encoding or row of headings', async () => {
  const organizationId = await anOrganization()
  const latin = Buffer.from('E-mail;Prénom\nzoe@example.com;Zoé\n', 'latin1')
  const first = await prepareImport(organizationId, latin)
  expect(first.table).toMatchObject({ encoding: 'windows-1252', delimiter: ';', header: ['E-mail', 'Prénom'] })
  await changeReadingHints(organizationId, first.id, { headerPosition: null, delimiter: ',' })
  await runQueue(contactJobQueue, organizationId)
  const again = await getContactImport(organizationId, first.id, 'en')
  expect(again).toMatchObject({ status: 'ready', total: 2, table: { header: [''] } })
})

it('addresses as the world has them are normalized, found and kept apart', async () => {
  const organizationId = await anOrganization()
  const file = [
    'email,name',
    '"Ada <ADA@Example.com>",Ada',
    'mailto:grace@example.com,Grace',
    'élodie@bücher.example,Élodie',
    "o'hara+news@example.co.uk,O'Hara",
    'a@b@c,Bad',
    ' spaced@example.com ,Spaced',
  ].join('\n')
  const done = await importFile(organizationId, file, { targets: ['email', 'firstName'] })
  const contacts = await db.contact.findMany({ where: { organizationId }, select: { email: true } })
  expect(presentOutcomes(done.counts)).toEqual({ created: contacts.length, refused: 6 - contacts.length })
  expect(contacts.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['ada@example.com', 'grace@example.com', "o'hara+news@example.co.uk", 'spaced@example.com']),
  )
})
