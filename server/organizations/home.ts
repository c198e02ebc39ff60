import { audit } from '../audit/audit'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import { OPERATOR } from '../organization-context'
import { transact } from '../unit-of-work'

/**
 * The organization of the operator of this installation: the first that the operator created, or the one that they named; before
 * there is any, a demo. Never one that signed up: its owner may be a stranger to the people whose mails are kept there. Null once it
 * is gone or is being deleted, because no other takes its place.
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

/** The first organization that the operator creates is the home, unless one was named before. */
export async function beginHome(tx: Tx, organizationId: string): Promise<void> {
  await tx.installation.createMany({ data: { id: true, homeOrganizationId: organizationId }, skipDuplicates: true })
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
