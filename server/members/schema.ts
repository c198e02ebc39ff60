import { z } from 'zod'
import { Confirmation, Password } from '../auth/schema'
import { Email, Id, Language, RequiredText, Timestamp } from '../fields/schema'
import { ROLE_AREAS, ROLES } from './vocabulary'

export const RoleName = z.enum(ROLES)
/** A role that can be given; an owner is made by a transfer alone. */
export const GivenRole = RoleName.exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

export const Member = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  role: RoleName,
  joinedAt: Timestamp,
  /** When one of their browsers was last here; null: not since it is kept, or not for the reader to know. */
  lastSeenAt: Timestamp.nullable(),
  /** Whether the person signs in in two steps; null: not for the reader to know. */
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
  /** What became of its last mail. */
  mail: z.enum(['waiting', 'sent', 'kept', 'failed']),
})
export type Invitation = z.infer<typeof Invitation>

/** What a person was invited to, as they read it themself. */
export const OwnInvitation = z.object({
  id: Id,
  organization: z.string(),
  role: GivenRole,
  invitedBy: z.string().nullable(),
  expiresAt: Timestamp,
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

/** Whether everybody has to sign in in two steps. */
export const SecondFactorRule = z.object({ asks: z.boolean() })

export const Invite = z.object({ email: Email, role: GivenRole })
export type Invite = z.infer<typeof Invite>

export const ChangeRole = z.object({ userId: Id, role: GivenRole })
export type ChangeRole = z.infer<typeof ChangeRole>

/** Who is the owner from now on, and the password of whoever is now. */
export const TransferOwnership = Confirmation.extend({ userId: Id })
export type TransferOwnership = z.infer<typeof TransferOwnership>

/** What the page behind an invitation's link finds. */
export type InvitationState =
  | {
      state: 'open'
      organization: string
      invitedBy: string | null
      role: GivenRole
      email: string
      /** Somebody has an account with this address: they sign in, and make none. */
      hasAccount: boolean
    }
  | { state: 'accepted' | 'withdrawn' | 'expired' | 'unknown' }

/** Whoever has no account makes one, with the address that was invited. */
export const JoinAsNew = z.object({ name: RequiredText(100), password: Password, language: Language })
export type JoinAsNew = z.infer<typeof JoinAsNew>

const May = z.enum(['change', 'read', 'nothing'])
/** What each role may do with each part of the product. */
export const RoleTable = z.array(z.object({ area: z.enum(ROLE_AREAS), owner: May, admin: May, member: May }))
export type RoleTable = z.infer<typeof RoleTable>
