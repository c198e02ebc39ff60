import { z } from 'zod'
import {
  addMailEventIntake,
  listMailEventIntakes,
  removeMailEventIntake,
  revealMailEventSecret,
  setMailEventSecret,
} from '../../message-events/intake/intakes'
import {
  AddMailEventIntake,
  MailEventIntake,
  MailEventIntakeId,
  MailEventSecret,
  RemovedMailEventIntake,
  SetMailEventSecret,
} from '../../message-events/intake/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const mailEventsRouter = router({
  list: scopedProcedure('admin')
    .output(one(z.array(MailEventIntake)))
    .query(async ({ ctx }) => ({ data: await listMailEventIntakes(ctx.organizationId) })),

  add: scopedProcedure('admin')
    .input(AddMailEventIntake)
    .output(one(MailEventIntake))
    .mutation(async ({ ctx, input }) => ({ data: await addMailEventIntake(ctx.organizationId, input.provider) })),

  setSecret: scopedProcedure('admin')
    .input(SetMailEventSecret)
    .output(one(MailEventIntake))
    .mutation(async ({ ctx, input }) => ({ data: await setMailEventSecret(ctx.organizationId, input) })),

  secret: scopedProcedure('admin')
    .input(MailEventIntakeId)
    .output(one(MailEventSecret))
    .mutation(async ({ ctx, input }) => ({ data: await revealMailEventSecret(ctx.organizationId, input.id) })),

  remove: scopedProcedure('admin')
    .input(MailEventIntakeId)
    .output(one(RemovedMailEventIntake))
    .mutation(async ({ ctx, input }) => ({ data: await removeMailEventIntake(ctx.organizationId, input.id) })),
})
