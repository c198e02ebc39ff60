import type { Invitation as InvitationRow } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { now } from '../clock'
import type { Tx } from '../db'
import { holdsScope, type Role, rolesUpTo, scopesOfRole } from '../principal'

/** Nobody has accepted it, and nobody has withdrawn it. */
export const OPEN = { acceptedAt: null, withdrawnAt: null } as const

export function recordOf({ id, email }: Pick<InvitationRow, 'id' | 'email'>) {
  return { type: 'invitation', id, name: email } as const
}

/**
 * Withdraws what somebody has given away and may give no more, in the transaction of what happened to their role: else an admin
 * who is taken out comes back by another address that they invited before.
 * @param role that they have from now on; null: they belong to the organization no more.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  organizationId: string,
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> {
  const rows = await tx.invitation.updateManyAndReturn({
    where: { organizationId, invitedById: userId, role: { notIn: [...rolesGivenBy(role)] }, ...OPEN },
    data: { withdrawnAt: now() },
  })
  for (const row of rows) await audit(organizationId, { action: 'member.invitation_withdrawn', record: recordOf(row) })
}

function rolesGivenBy(role: Role | null): readonly Role[] {
  return role !== null && holdsScope({ scopes: scopesOfRole(role) }, 'members:write') ? rolesUpTo(role) : []
}
