import type { ContactOrganization as Row } from '@/prisma/generated/client'
import { db } from '../db'
import { NotFound } from '../errors'
import { assertUnchanged } from '../optimistic-lock'
import type { Page } from '../paging'
import { transact } from '../unit-of-work'
import { listMasterData, lockMasterDataEntry } from './list-master-data'
import type {
  BrowseMasterData,
  ContactOrganization,
  CreateContactOrganization,
  UpdateContactOrganization,
} from './schema'
import { countContactsByCompany } from './usage-counts'

export async function listContactOrganizations(
  organizationId: string,
  input: BrowseMasterData,
): Promise<Page<ContactOrganization>> {
  const find = (where: { id: { in: string[] } }) =>
    db.contactOrganization.findMany({ where: { organizationId, ...where } })
  return listMasterData('contact_organization', organizationId, input, find, presentContactOrganization)
}

export async function getContactOrganization(organizationId: string, id: string): Promise<ContactOrganization> {
  const row = await db.contactOrganization.findFirst({ where: { organizationId, id, removedAt: null } })
  if (!row) throw new NotFound('contactOrganization')
  return presentContactOrganization(row)
}

export async function getContactOrganizationDetail(organizationId: string, id: string) {
  const [company, contacts] = await Promise.all([
    getContactOrganization(organizationId, id),
    countContactsByCompany(organizationId, [{ id }]),
  ])
  return { ...company, usage: { contacts: contacts.get(id) ?? 0 } }
}

export async function createContactOrganization(organizationId: string, input: CreateContactOrganization) {
  return transact(async ({ tx }) =>
    presentContactOrganization(await tx.contactOrganization.create({ data: { organizationId, ...input } })),
  )
}

/** @throws {NotFound} @throws {EditConflict} if a field no longer has its value in `asRead`. */
export async function updateContactOrganization(
  organizationId: string,
  { id, asRead, ...changes }: UpdateContactOrganization,
): Promise<ContactOrganization> {
  return transact(async ({ tx }) => {
    await lockMasterDataEntry(tx, 'contact_organization', organizationId, id)
    const where = { organizationId, id }
    assertUnchanged(asRead, presentContactOrganization(await tx.contactOrganization.findUniqueOrThrow({ where })))
    return presentContactOrganization(await tx.contactOrganization.update({ where, data: changes }))
  })
}

export function presentContactOrganization({ id, name, createdAt, updatedAt }: Row): ContactOrganization {
  return { id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
