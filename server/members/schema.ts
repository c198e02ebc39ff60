import { z } from 'zod'
import { Confirmation, Password } from '../auth/schema'
import { Email, Id, Language, RequiredText, Timestamp } from '../fields/schema'
import { ROLE_AREAS, ROLES } from './vocabulary'

export const RoleName = z.enum(ROLES)
export const GivenRole = RoleName.exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

export const Member = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  role: RoleName,
  joinedAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
  hasSecondFactor: z.boolean().nullable(),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: GivenRole,
  invitedBy: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isExpired: z.boolean(),
  mail: z.enum(['waiting', 'sent', 'kept', 'failed']),
})
export type Invitation = z.infer<typeof Invitation>

export const OwnInvitation = z.object({
  id: Id,
  organization: z.string(),
  role: GivenRole,
  invitedBy: z.string().nullable(),
  expiresAt: Timestamp,
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

export const SecondFactorRule = z.object({ asks: z.boolean() })

export const Invite = z.object({ email: Email, role: GivenRole })
export type Invite = z.infer<typeof Invite>

export const ChangeRole = z.object({ userId: Id, role: GivenRole })
export type ChangeRole = z.infer<typeof ChangeRole>

export const TransferOwnership = Confirmation.extend({ userId: Id })
export type TransferOwnership = z.infer<typeof TransferOwnership>

export type InvitationState =
  | {
      state: 'open'
      organization: string
      invitedBy: string | null
      role: GivenRole
      email: string
      hasAccount: boolean
    }
  | { state: 'accepted' | 'withdrawn' | 'expired' | 'unknown' }

export const JoinAsNew = z.object({ name: RequiredText(100), password: Password, language: Language })
export type JoinAsNew = z.infer<typeof JoinAsNew>

const AccessLevel = z.enum(['change', 'read', 'nothing'])
export const RoleTable = z.array(
  z.object({ area: z.enum(ROLE_AREAS), owner: AccessLevel, admin: AccessLevel, member: AccessLevel }),
)
export type RoleTable = z.infer<typeof RoleTable>
