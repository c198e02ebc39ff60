import type { ContactOrganization as ContactOrganizationRecord } from '@/prisma/generated/client'
import { db } from '../db'
import { NotFound } from '../errors'
import { requireAsRead } from '../optimistic-lock'
import { type Page, toPage } from '../paging'
import { transact } from '../unit-of-work'
import { inOrder, lockRecord, pageOfRecords } from './record-list'
import { countContactsByOrganization } from './record-usage'
import type {
  BrowseRecords,
  ContactOrganization,
  ContactOrganizationDetail,
  ContactOrganizationRow,
  CreateContactOrganization,
  UpdateContactOrganization,
} from './schema'

export async function listContactOrganizations(
  organizationId: string,
  input: BrowseRecords,
): Promise<Page<ContactOrganization>> {
  const { ids, total } = await pageOfRecords('contact_organization', organizationId, input)
  const rows = await db.contactOrganization.findMany({ where: { organizationId, id: { in: ids } } })
  return toPage(inOrder(ids, rows).map(present), total, input)
}

export async function browseContactOrganizations(
  organizationId: string,
  input: BrowseRecords,
): Promise<Page<ContactOrganizationRow>> {
  const { data, meta } = await listContactOrganizations(organizationId, input)
  const contacts = await countContactsByOrganization(
    organizationId,
    data.map(({ id }) => id),
  )
  return { data: data.map((company) => ({ ...company, contacts: contacts.get(company.id) ?? 0 })), meta }
}

export async function getContactOrganization(organizationId: string, id: string): Promise<ContactOrganization> {
  const row = await db.contactOrganization.findFirst({ where: { organizationId, id, removedAt: null } })
  if (!row) throw new NotFound('contactOrganization')
  return present(row)
}

export async function getContactOrganizationDetail(
  organizationId: string,
  id: string,
): Promise<ContactOrganizationDetail> {
  const [company, contacts] = await Promise.all([
    getContactOrganization(organizationId, id),
    countContactsByOrganization(organizationId, [id]),
  ])
  return { ...company, use: { contacts: contacts.get(id) ?? 0 } }
}

export async function createContactOrganization(
  organizationId: string,
  input: CreateContactOrganization,
): Promise<ContactOrganization> {
  return transact(async ({ tx }) =>
    present(await tx.contactOrganization.create({ data: { organizationId, ...input } })),
  )
}

/** @throws {NotFound} @throws {ChangedMeanwhile} if a field no longer has its value in `asRead`. */
export async function updateContactOrganization(
  organizationId: string,
  { id, asRead, ...changes }: UpdateContactOrganization,
): Promise<ContactOrganization> {
  return transact(async ({ tx }) => {
    await lockRecord(tx, 'contact_organization', organizationId, id)
    requireAsRead(asRead, present(await tx.contactOrganization.findUniqueOrThrow({ where: { organizationId, id } })))
    return present(await tx.contactOrganization.update({ where: { organizationId, id }, data: changes }))
  })
}

export function present({ id, name, createdAt, updatedAt }: ContactOrganizationRecord): ContactOrganization {
  return { id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
