import { z } from 'zod'
import { checkSendingDomain } from '../../sending-domains/check-sending-domain'
import { analyzeMessageSource } from '../../sending-domains/headers/analyze-message-source'
import {
  CreateSendingDomain,
  MessageSourceReport,
  ReadMessageSource,
  SendingDomain,
  SendingDomainSettings,
  UpdateSendingDomain,
} from '../../sending-domains/schema'
import { sendSenderTest } from '../../sending-domains/send-sender-test'
import {
  createSendingDomain,
  deleteSendingDomain,
  getSendingDomainSettings,
  updateSendingDomain,
} from '../../sending-domains/sending-domains'
import { Id } from '../../validation/schema'
import { one } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const sendingDomainRouter = router({
  get: scopedProcedure('admin')
    .output(one(SendingDomainSettings))
    .query(async ({ ctx }) => ({ data: await getSendingDomainSettings(ctx.organizationId) })),

  create: scopedProcedure('admin')
    .input(CreateSendingDomain)
    .output(one(SendingDomain))
    .mutation(async ({ ctx, input }) => ({ data: await createSendingDomain(ctx.organizationId, input) })),

  update: scopedProcedure('admin')
    .input(UpdateSendingDomain)
    .output(one(SendingDomain))
    .mutation(async ({ ctx, input }) => ({ data: await updateSendingDomain(ctx.organizationId, input) })),

  delete: scopedProcedure('admin')
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx }) => ({ data: await deleteSendingDomain(ctx.organizationId) })),

  check: scopedProcedure('admin')
    .output(one(SendingDomain))
    .mutation(async ({ ctx }) => ({ data: await checkSendingDomain(ctx.organizationId) })),

  sendTest: userProcedure('admin')
    .output(one(z.object({ email: z.string() })))
    .mutation(async ({ ctx }) => ({ data: await sendSenderTest(ctx.organizationId, ctx.user) })),

  /** A mutation, because a message source is too long for a URL. Changes nothing. */
  readHeaders: scopedProcedure('admin')
    .input(ReadMessageSource)
    .output(one(MessageSourceReport))
    .mutation(({ input }) => ({ data: analyzeMessageSource(input.source) })),
})
