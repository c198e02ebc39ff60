import { z } from 'zod'
import {
  isSecondFactorRequiredInOrganization,
  setSecondFactorRequiredInOrganization,
} from '../../auth/second-factor/second-factor'
import { inviteMember, listInvitations, resendInvitation, withdrawInvitation } from '../../members/invitations'
import {
  changeRole,
  listMembers,
  listMembersWithoutSecurityDetails,
  removeMember,
  transferOwnership,
} from '../../members/members'
import { buildRoleAccessMatrix } from '../../members/role-access-matrix'
import {
  ChangeRole,
  Invitation,
  InviteMember,
  Member,
  RoleAccessMatrix,
  SecondFactorRequirement,
  TransferOwnership,
} from '../../members/schema'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const membersRouter = router({
  list: scopedProcedure('dashboard:read')
    .output(one(z.array(Member)))
    .query(async ({ ctx }) => {
      const isMember = ctx.principal.actor.type === 'user' && ctx.principal.actor.role === 'member'
      return { data: await (isMember ? listMembersWithoutSecurityDetails : listMembers)(ctx.organizationId) }
    }),

  roles: scopedProcedure('dashboard:read')
    .output(one(RoleAccessMatrix))
    .query(() => ({ data: buildRoleAccessMatrix() })),

  changeRole: userProcedure('members:write')
    .input(ChangeRole)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({ data: await changeRole(ctx.organizationId, input, ctx.user) })),

  remove: userProcedure('members:write')
    .input(z.object({ userId: Id }))
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await removeMember(ctx.organizationId, input.userId, ctx.user) })),

  /** `account:own`, so that a member can leave an organization whose two-factor requirement they do not meet. */
  leave: userProcedure('account:own')
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx }) => {
      return { data: await removeMember(ctx.organizationId, ctx.user.userId, ctx.user) }
    }),

  transferOwnership: userProcedure('organization:own')
    .input(TransferOwnership)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({ data: await transferOwnership(ctx.organizationId, ctx.user, input) })),

  secondFactor: scopedProcedure('dashboard:read')
    .output(one(SecondFactorRequirement))
    .query(async ({ ctx }) => ({ data: { asks: await isSecondFactorRequiredInOrganization(ctx.organizationId) } })),

  setTwoFactorRule: userProcedure('members:write')
    .input(SecondFactorRequirement)
    .output(one(SecondFactorRequirement))
    .mutation(async ({ ctx, input }) => {
      await setSecondFactorRequiredInOrganization(ctx.organizationId, input.asks, ctx.user)
      return { data: input }
    }),

  invitations: scopedProcedure('members:write')
    .output(one(z.array(Invitation)))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.organizationId) })),

  invite: userProcedure('members:write')
    .input(InviteMember)
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({ data: await inviteMember(ctx.organizationId, input, ctx.user) })),

  resendInvitation: userProcedure('members:write')
    .input(z.object({ id: Id }))
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({ data: await resendInvitation(ctx.organizationId, input.id, ctx.user) })),

  withdrawInvitation: userProcedure('members:write')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, withdrawn: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await withdrawInvitation(ctx.organizationId, input.id, ctx.user) })),
})
