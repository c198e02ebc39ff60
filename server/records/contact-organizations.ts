import type { ContactOrganization as ContactOrganizationRecord } from '@/prisma/generated/client'
import { db } from '../db'
import { NotFound } from '../errors'
import { assertUnchanged } from '../optimistic-lock'
import { type Page, toPage } from '../paging'
import { transact } from '../unit-of-work'
import { listRecordPage, lockRecord, sortByIds } from './record-list'
import { countContactsByOrganization } from './record-usage'
import type {
  BrowseRecords,
  ContactOrganization,
  ContactOrganizationDetail,
  ContactOrganizationListItem,
  CreateContactOrganization,
  UpdateContactOrganization,
} from './schema'

export async function listContactOrganizations(
  organizationId: string,
  input: BrowseRecords,
): Promise<Page<ContactOrganization>> {
  const { ids, total } = await listRecordPage('contact_organization', organizationId, input)
  const rows = await db.contactOrganization.findMany({ where: { organizationId, id: { in: ids } } })
  return toPage(sortByIds(ids, rows).map(presentContactOrganization), total, input)
}

export async function browseContactOrganizations(
  organizationId: string,
  input: BrowseRecords,
): Promise<Page<ContactOrganizationListItem>> {
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
  return presentContactOrganization(row)
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
    presentContactOrganization(await tx.contactOrganization.create({ data: { organizationId, ...input } })),
  )
}

/** @throws {NotFound} @throws {ChangedMeanwhile} if a field no longer has its value in `asRead`. */
export async function updateContactOrganization(
  organizationId: string,
  { id, asRead, ...changes }: UpdateContactOrganization,
): Promise<ContactOrganization> {
  return transact(async ({ tx }) => {
    await lockRecord(tx, 'contact_organization', organizationId, id)
    assertUnchanged(
      asRead,
      presentContactOrganization(await tx.contactOrganization.findUniqueOrThrow({ where: { organizationId, id } })),
    )
    return presentContactOrganization(
      await tx.contactOrganization.update({ where: { organizationId, id }, data: changes }),
    )
  })
}

export function presentContactOrganization({
  id,
  name,
  createdAt,
  updatedAt,
}: ContactOrganizationRecord): ContactOrganization {
  return { id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
