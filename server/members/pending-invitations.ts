import type { Invitation as InvitationRow } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { now } from '../clock'
import type { Tx } from '../db'
import { hasScope, listRoleScopes, listRolesUpTo, type Role } from '../principal'

export const PENDING_OR_EXPIRED_INVITATION_WHERE = { acceptedAt: null, withdrawnAt: null } as const

export function toInvitationAuditRecord({ id, email }: Pick<InvitationRow, 'id' | 'email'>) {
  return { type: 'invitation', id, name: email } as const
}

/**
 * Revokes open invitations that their inviter may no longer give, in the transaction that changes the role. Otherwise a removed admin could
 * return through another address that they invited.
 * @param role the new role; null: no longer a member
 */
export async function withdrawUnauthorizedInvitations(
  tx: Tx,
  organizationId: string,
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> {
  const rows = await tx.invitation.updateManyAndReturn({
    where: {
      organizationId,
      invitedById: userId,
      role: { notIn: [...assignableRoles(role)] },
      ...PENDING_OR_EXPIRED_INVITATION_WHERE,
    },
    data: { withdrawnAt: now() },
  })
  for (const row of rows)
    await audit(organizationId, { action: 'member.invitation_withdrawn', record: toInvitationAuditRecord(row) })
}

function assignableRoles(role: Role | null): readonly Role[] {
  return role !== null && hasScope({ scopes: listRoleScopes(role) }, 'members:write') ? listRolesUpTo(role) : []
}
