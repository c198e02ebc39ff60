import { expect, it } from 'vitest'
import { deleteContact } from '../../contacts/delete-contact'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { writeCsv } from '../files/write-csv'
import { importFile } from './import-fixture'
import { openRefusedRows } from './refused-rows'

async function download(organizationId: string, id: string, locale: 'en' | 'fr'): Promise<string> {
  const table = await openRefusedRows(organizationId, id, locale)
  let text = ''
  for await (const part of writeCsv(locale, () => table)) text += part
  return text.replace('\uFEFF', '')
}

it('the file of refused rows has the rows as they were, with their numbers and reasons, and no formula that runs', async () => {
  const organizationId = await anOrganization()
  const file = `email,first name\nada@example.com,Ada\n=HYPERLINK("x"),Eve\n,Nameless\ngrace@example.com,${'G'.repeat(101)}\n`
  const { id } = await importFile(organizationId, file, { targets: ['email', 'firstName'] })
  expect((await download(organizationId, id, 'en')).split('\r\n')).toEqual([
    'email,first name,Row,Problem',
    `"'=HYPERLINK(""x"")",Eve,3,email: Not a valid email address`,
    ',Nameless,4,email: No email address',
    expect.stringContaining(`${'G'.repeat(101)},5,first name: `),
    '',
  ])
  expect((await download(organizationId, id, 'fr')).split('\r\n')[0]).toBe('email;first name;Ligne;Problème')
})

it('the file also has the rows that were imported without a value, until their contact is deleted', async () => {
  const organizationId = await anOrganization({ defaultCountry: 'FR' })
  const file = 'email,phone\nada@example.com,unknown\ngrace@example.com,01 42 68 53 00\nno address,unknown\n'
  const { id, counts, refusals } = await importFile(organizationId, file, {
    targets: ['email', 'phone'],
    onUnreadable: 'omit',
  })
  expect(counts).toMatchObject({ created: 2, refused: 1 })
  expect(refusals).toEqual([
    { message: 'Not a valid phone number', count: 2 },
    { message: 'Not a valid email address', count: 1 },
  ])
  const ada = 'ada@example.com,unknown,2,phone: Not a valid phone number'
  const other = 'no address,unknown,4,email: Not a valid email address; phone: Not a valid phone number'
  expect((await download(organizationId, id, 'en')).split('\r\n').slice(1)).toEqual([ada, other, ''])
  const contact = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'ada@example.com' } })
  await deleteContact(organizationId, contact.id)
  expect((await download(organizationId, id, 'en')).split('\r\n').slice(1)).toEqual([other, ''])
})

it('the refused rows of another organization are not found', async () => {
  const { id } = await importFile(await anOrganization(), 'email\nada@example.com\nno address\n')
  await expect(openRefusedRows(await anOrganization(), id, 'en')).rejects.toThrow('Import not found')
})
