import { z } from 'zod'
import { deleteLogo, uploadLogo } from '../../sender-profile/logo'
import { previewSurveyEmail } from '../../sender-profile/preview-survey-email'
import { cancelReplyToRequest, requestReplyTo } from '../../sender-profile/reply-to-confirmation'
import {
  Logo,
  PendingReplyTo,
  PreviewSenderProfile,
  RequestReplyTo,
  SenderSettings,
  UpdateSenderProfile,
  UploadLogo,
} from '../../sender-profile/schema'
import { getSenderSettings, updateSenderProfile } from '../../sender-profile/sender-profile'
import { one } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

export const senderRouter = router({
  get: scopedProcedure('admin')
    .output(one(SenderSettings))
    .query(async ({ ctx }) => ({ data: await getSenderSettings(ctx.organizationId) })),

  update: scopedProcedure('admin')
    .input(UpdateSenderProfile)
    .output(one(SenderSettings))
    .mutation(async ({ ctx, input }) => ({ data: await updateSenderProfile(ctx.organizationId, input) })),

  preview: scopedProcedure('admin')
    .input(PreviewSenderProfile)
    .output(one(z.object({ html: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: await previewSurveyEmail(ctx.organizationId, input) })),

  uploadLogo: scopedProcedure('admin')
    .input(UploadLogo)
    .output(one(Logo))
    .mutation(async ({ ctx, input }) => ({ data: await uploadLogo(ctx.organizationId, input) })),

  deleteLogo: scopedProcedure('admin')
    .output(one(z.object({ deleted: z.boolean() })))
    .mutation(async ({ ctx }) => ({ data: await deleteLogo(ctx.organizationId) })),

  requestReplyTo: userProcedure('admin')
    .input(RequestReplyTo)
    .output(one(PendingReplyTo))
    .mutation(async ({ ctx, input }) => ({ data: await requestReplyTo(ctx.organizationId, input, ctx.user) })),

  cancelReplyTo: scopedProcedure('admin')
    .output(one(z.object({ cancelled: z.boolean() })))
    .mutation(async ({ ctx }) => ({ data: await cancelReplyToRequest(ctx.organizationId) })),
})
