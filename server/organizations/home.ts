import { audit } from '../audit/audit'
import { db } from '../db'
import { NotFound } from '../errors'
import { OPERATOR } from '../organization-context'
import { transact } from '../unit-of-work'

/**
 * The organization of whoever runs this installation: the first that ever was and is no demo (the database writes it down, in
 * `remember_home`), or the one that the operator named; before there is any, a demo. Null once it is gone, or nobody gets in any
 * more: its place stays empty, because the owner of the next one is a stranger to the people whose mails are kept there.
 */
export async function findHomeOrganization(): Promise<string | null> {
  const known = await db.installation.findFirst({ select: { homeOrganizationId: true } })
  if (known && known.homeOrganizationId === null) return null
  const home = await db.organization.findFirst({
    where: {
      deletionBeganAt: null,
      ...(known?.homeOrganizationId ? { id: known.homeOrganizationId } : { demo: true }),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return home?.id ?? null
}

/** What the operator says of it. @param organizationId null: those mails stand on the log alone. @throws {NotFound} */
export async function setHomeOrganization(organizationId: string | null): Promise<void> {
  await transact(async ({ tx }) => {
    if (organizationId !== null) {
      const held = await tx.organization.findUnique({ where: { id: organizationId } })
      if (!held || held.deletionBeganAt) throw new NotFound('organization')
      const record = { type: 'organization', id: organizationId, name: held.name } as const
      await audit(organizationId, { action: 'organization.made_home', record, by: OPERATOR })
    }
    const home = { homeOrganizationId: organizationId }
    await tx.installation.upsert({ where: { id: true }, create: home, update: home })
  })
}
