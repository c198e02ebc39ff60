import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { handleOrganizationExport } from '../api/downloads/organization-export'
import { db } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { aTenant } from '../testing/tenancy/tenant'
import { EXPORT_READERS } from './organization-export'

/** Unpacks the export. @returns rows by file name */
async function exportOrganization(organizationId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const { cookie } = await aSession(organizationId)
  const answer = await handleOrganizationExport(new Request('http://localhost/api/export', { headers: { cookie } }))
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="organization-[\d-]+\.zip"$/)
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'))
  await writeFile(path.join(folder, 'all.zip'), Buffer.from(await answer.arrayBuffer()))
  // Unpack with an independent implementation.
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', 'all.zip', 'out'], { cwd: folder })
  const files = await readdir(path.join(folder, 'out'))
  const read = async (name: string) =>
    (await readFile(path.join(folder, 'out', name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name.replace('.jsonl', ''), await read(name)] as const)),
  )
}

it('the organization export has every kind of record, nothing of another organization and no secret', async () => {
  const [own, other] = [await aTenant(), await aTenant()]
  const exported = await exportOrganization(own.organizationId)
  expect(Object.keys(exported).toSorted()).toEqual(Object.keys(EXPORT_READERS).toSorted())
  const empty = Object.keys(exported).filter((name) => exported[name]?.length === 0)
  expect(empty).toEqual([])
  expect(exported.contacts?.map(({ id }) => id)).toContain(own.contact)
  expect(exported.responses?.map(({ id }) => id)).toContain(own.response)
  expect(exported['alert-rules']).toMatchObject([
    { id: own.alertRule, channels: [{ id: own.alertChannel, kind: 'slack' }] },
  ])
  expect(exported['audit-log']?.[0]).toMatchObject({ action: 'organization.exported' })

  const all = JSON.stringify(exported)
  expect(all).not.toContain(other.organizationId)
  expect(all).not.toContain(other.contact)
  expect(all).not.toContain(`https://hooks.example.com/${own.canary}`)
  expect(all).not.toMatch(/hash|secret_?encrypted|credentials|token"/i)
})

it('the organization export has every row of a list of several pages', async () => {
  const organizationId = await anOrganization()
  const { email: _, ...like } = await db.contact.findUniqueOrThrow({
    where: { id: (await aContact(organizationId)).id },
  })
  const { id: __, customFields, ...fields } = like
  await db.contact.createMany({
    data: Array.from({ length: 2000 }, (_row, index) => ({
      ...fields,
      customFields: customFields ?? {},
      email: `person-${index}@example.com`,
    })),
  })
  const { contacts = [] } = await exportOrganization(organizationId)
  expect(new Set(contacts.map(({ id }) => id)).size).toBe(2001)
  expect(contacts).toHaveLength(2001)
})
