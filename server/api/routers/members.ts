import { z } from 'zod'
import { askForSecondFactor, asksForSecondFactor } from '../../auth/second-factor/second-factor'
import { Id } from '../../fields/schema'
import { invite, listInvitations, resendInvitation, withdrawInvitation } from '../../members/invitations'
import { changeRole, listMembers, listMembersForMember, removeMember, transferOwnership } from '../../members/members'
import { roleTable } from '../../members/role-table'
import {
  ChangeRole,
  Invitation,
  Invite,
  Member,
  RoleTable,
  SecondFactorRule,
  TransferOwnership,
} from '../../members/schema'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

export const membersRouter = router({
  list: scoped('dashboard:read')
    .output(one(z.array(Member)))
    .query(async ({ ctx }) => {
      const isMember = ctx.principal.actor.type === 'user' && ctx.principal.actor.role === 'member'
      return { data: await (isMember ? listMembersForMember : listMembers)(ctx.organizationId) }
    }),

  roles: scoped('dashboard:read')
    .output(one(RoleTable))
    .query(() => ({ data: roleTable() })),

  changeRole: scoped('members:write')
    .input(ChangeRole)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({
      data: await changeRole(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  remove: scoped('members:write')
    .input(z.object({ userId: Id }))
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({
      data: await removeMember(ctx.organizationId, input.userId, requireUser(ctx.principal)),
    })),

  /** `account:own`, so that a member can leave an organization whose two-factor requirement they do not meet. */
  leave: scoped('account:own')
    .output(one(z.object({ userId: Id, removed: z.literal(true) })))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      return { data: await removeMember(ctx.organizationId, person.userId, person) }
    }),

  transferOwnership: scoped('organization:own')
    .input(TransferOwnership)
    .output(one(z.array(Member)))
    .mutation(async ({ ctx, input }) => ({
      data: await transferOwnership(ctx.organizationId, requireUser(ctx.principal), input),
    })),

  secondFactor: scoped('dashboard:read')
    .output(one(SecondFactorRule))
    .query(async ({ ctx }) => ({ data: { asks: await asksForSecondFactor(ctx.organizationId) } })),

  askForSecondFactor: scoped('members:write')
    .input(SecondFactorRule)
    .output(one(SecondFactorRule))
    .mutation(async ({ ctx, input }) => {
      await askForSecondFactor(ctx.organizationId, input.asks, requireUser(ctx.principal))
      return { data: input }
    }),

  invitations: scoped('members:write')
    .output(one(z.array(Invitation)))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.organizationId) })),

  invite: scoped('members:write')
    .input(Invite)
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({
      data: await invite(ctx.organizationId, input, requireUser(ctx.principal)),
    })),

  resendInvitation: scoped('members:write')
    .input(z.object({ id: Id }))
    .output(one(Invitation))
    .mutation(async ({ ctx, input }) => ({
      data: await resendInvitation(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),

  withdrawInvitation: scoped('members:write')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, withdrawn: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({
      data: await withdrawInvitation(ctx.organizationId, input.id, requireUser(ctx.principal)),
    })),
})
