import { expect, it } from 'vitest'
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
    'email,first name,Row,Refused because',
    `"'=HYPERLINK(""x"")",Eve,3,email: Not a valid email address`,
    ',Nameless,4,email: No email address',
    expect.stringContaining(`${'G'.repeat(101)},5,first name: `),
    '',
  ])
  expect((await download(organizationId, id, 'fr')).split('\r\n')[0]).toBe('email;first name;Ligne;Refusée car')
})

it('the refused rows of another organization are not found', async () => {
  const { id } = await importFile(await anOrganization(), 'email\nada@example.com\nno address\n')
  await expect(openRefusedRows(await anOrganization(), id, 'en')).rejects.toThrow('Import not found')
})
