import { OPERATOR_CONTEXT } from '../actor-context'
import { audit } from '../audit/audit'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'

/**
 * The operator's own organization: the first one created by the operator, or the one they chose; until then, a demo. Never one that signed
 * up, because its owner may be unrelated to the people whose emails are kept there. Null once it is deleted or being deleted; no other
 * takes its place.
 */
export async function findOperatorHomeOrganizationId(): Promise<string | null> {
  const installation = await db.installation.findFirst({ select: { homeOrganizationId: true } })
  if (installation && installation.homeOrganizationId === null) return null
  const home = await db.organization.findFirst({
    where: {
      deletionBeganAt: null,
      ...(installation?.homeOrganizationId ? { id: installation.homeOrganizationId } : { demo: true }),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return home?.id ?? null
}

export async function setInitialOperatorHomeOrganization(tx: Tx, organizationId: string): Promise<void> {
  await tx.installation.createMany({ data: { id: true, homeOrganizationId: organizationId }, skipDuplicates: true })
}

export async function setOperatorHomeOrganization(organizationId: string | null): Promise<void> {
  await transact(async ({ tx }) => {
    if (organizationId !== null) {
      const organization = await tx.organization.findUnique({ where: { id: organizationId } })
      if (!organization || organization.deletionBeganAt) throw new NotFound('organization')
      const record = { type: 'organization', id: organizationId, name: organization.name } as const
      await audit(organizationId, { action: 'organization.made_home', record, actorContext: OPERATOR_CONTEXT })
    }
    const home = { homeOrganizationId: organizationId }
    await tx.installation.upsert({ where: { id: true }, create: home, update: home })
  })
}
