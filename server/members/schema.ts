import { z } from 'zod'
import { Password, PasswordConfirmation } from '../auth/schema'
import { Email, Id, Language, requiredTextSchema, Timestamp } from '../validation/schema'
import { PERMISSION_AREAS, ROLES } from './constants'

export const RoleName = z.enum(ROLES)
export const AssignableRole = RoleName.exclude(['owner'])
export type AssignableRole = z.infer<typeof AssignableRole>

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
  role: AssignableRole,
  invitedBy: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isExpired: z.boolean(),
  mail: z.enum(['waiting', 'sent', 'kept', 'failed']),
})
export type Invitation = z.infer<typeof Invitation>

export const MyInvitation = z.object({
  id: Id,
  organization: z.string(),
  role: AssignableRole,
  invitedBy: z.string().nullable(),
  expiresAt: Timestamp,
})
export type MyInvitation = z.infer<typeof MyInvitation>

export const SecondFactorRequirement = z.object({ asks: z.boolean() })

export const InviteMember = z.object({ email: Email, role: AssignableRole })
export type InviteMember = z.infer<typeof InviteMember>

export const ChangeRole = z.object({ userId: Id, role: AssignableRole })
export type ChangeRole = z.infer<typeof ChangeRole>

export const TransferOwnership = PasswordConfirmation.extend({ userId: Id })
export type TransferOwnership = z.infer<typeof TransferOwnership>

export type InvitationLinkState =
  | {
      state: 'open'
      organization: string
      invitedBy: string | null
      role: AssignableRole
      email: string
      hasAccount: boolean
    }
  | { state: 'accepted' | 'withdrawn' | 'expired' | 'unknown' }

export const SignUpByInvitation = z.object({ name: requiredTextSchema(100), password: Password, language: Language })
export type SignUpByInvitation = z.infer<typeof SignUpByInvitation>

const AccessLevel = z.enum(['change', 'read', 'nothing'])
export const RoleAccessMatrix = z.array(
  z.object({ area: z.enum(PERMISSION_AREAS), owner: AccessLevel, admin: AccessLevel, member: AccessLevel }),
)
export type RoleAccessMatrix = z.infer<typeof RoleAccessMatrix>
