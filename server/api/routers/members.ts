import { z } from 'zod'
import { isSecondFactorRequired, setSecondFactorRequired } from '../../auth/second-factor/second-factor'
import { Id } from '../../fields/schema'
import { inviteMember, listInvitations, resendInvitation, withdrawInvitation } from '../../members/invitations'
import { changeRole, listMembers, listMembersRedacted, removeMember, transferOwnership } from '../../members/members'
import { buildRoleTable } from '../../members/role-table'
import {
  ChangeRole,
  Invitation,
  InviteMember,
  Member,
  RoleAccessMatrix,
  SecondFactorRequirement,
  TransferOwnership,
} from '../../members/schema'
import { one } from './envelope'
import { requireUser, router, scopedProcedure } from './trpc'

export const membersRouter = router({
  list: scopedProcedure('dashboard:read')
    .output(one(z.array(Member)))
    .query(async ({ ctx }) => {
      const isMember = ctx.principal.actor.type === 'user' && ctx.principal.actor.role === 'member'
      return { data: await (isMember ? listMembersRedacted : listMembers)(ctx.organizationId) }
    }),

  roles: scopedProcedure('dashboard:read')
    .output(one(RoleAccessMatrix))
    .query(() => ({ data: buildRoleTable() })),

  changeRole: scopedProcedure('members:write')
    .input(ChangeRole)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({
      data: await changeRole(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  remove: scopedProcedure('members:write')
    .input(z.object({ userId: Id }))
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({
      data: await removeMember(ctx.organizationId, input.userId, requireUser(ctx.principal)),
    })),

  /** `account:own`, so that a member can leave an organization whose two-factor requirement they do not meet. */
  leave: scopedProcedure('account:own')
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      return { data: await removeMember(ctx.organizationId, person.userId, person) }
    }),

  transferOwnership: scopedProcedure('organization:own')
    .input(TransferOwnership)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({
      data: await transferOwnership(ctx.organizationId, requireUser(ctx.principal), input),
    })),

  secondFactor: scopedProcedure('dashboard:read')
    .output(one(SecondFactorRequirement))
    .query(async ({ ctx }) => ({ data: { asks: await isSecondFactorRequired(ctx.organizationId) } })),

  setTwoFactorRule: scopedProcedure('members:write')
    .input(SecondFactorRequirement)
    .output(one(SecondFactorRequirement))
    .mutation(async ({ ctx, input }) => {
      await setSecondFactorRequired(ctx.organizationId, input.asks, requireUser(ctx.principal))
      return { data: input }
    }),

  invitations: scopedProcedure('members:write')
    .output(one(z.array(Invitation)))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.organizationId) })),

  invite: scopedProcedure('members:write')
    .input(InviteMember)
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({
      data: await inviteMember(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  resendInvitation: scopedProcedure('members:write')
    .input(z.object({ id: Id }))
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({
      data: await resendInvitation(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),

  withdrawInvitation: scopedProcedure('members:write')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, withdrawn: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({
      data: await withdrawInvitation(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),
})
