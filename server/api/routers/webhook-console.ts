import {
  reactivateSubscription,
  removeSubscription,
  updateSubscription,
} from '../../webhooks/dashboard/change-subscription'
import { listDeliveries, readDelivery } from '../../webhooks/dashboard/delivery-log'
import { getSubscription, listConsoleSubscriptions } from '../../webhooks/dashboard/list-dashboard-subscriptions'
import { resendDelivery, resendFailed } from '../../webhooks/dashboard/resend-deliveries'
import { sendTestEvent } from '../../webhooks/dashboard/send-test-event'
import {
  AddedSubscription,
  AddSubscription,
  ById,
  CheckSignature,
  ConsoleSubscription,
  Delivery,
  DeliveryDetail,
  ListDeliveries,
  ListSubscriptions,
  RemovedSubscription,
  ResendFailed,
  Resent,
  RotatedSecret,
  Secrets,
  SendTest,
  SignatureReport,
  UpdateSubscription,
} from '../../webhooks/schema'
import { checkSignature } from '../../webhooks/signature-check/check-signature'
import { readSecrets, rotateSecret } from '../../webhooks/subscriptions/secrets'
import { addSubscription } from '../../webhooks/subscriptions/subscriptions'
import { one, page } from './envelope'
import { newestPayload } from './latest-payload'
import { router, scoped } from './trpc'

export const webhookConsoleRouter = router({
  list: scoped('admin')
    .input(ListSubscriptions)
    .output(page(ConsoleSubscription))
    .query(({ ctx, input }) => listConsoleSubscriptions(ctx.organizationId, input)),

  get: scoped('admin')
    .input(ById)
    .output(one(ConsoleSubscription))
    .query(async ({ ctx, input }) => ({ data: await getSubscription(ctx.organizationId, input.id) })),

  add: scoped('admin')
    .input(AddSubscription)
    .output(one(AddedSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await addSubscription(ctx.organizationId, input) })),

  update: scoped('admin')
    .input(UpdateSubscription)
    .output(one(ConsoleSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await updateSubscription(ctx.organizationId, input) })),

  remove: scoped('admin')
    .input(ById)
    .output(one(RemovedSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await removeSubscription(ctx.organizationId, input.id) })),

  reactivate: scoped('admin')
    .input(ById)
    .output(one(ConsoleSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await reactivateSubscription(ctx.organizationId, input.id) })),

  /** A mutation, so that the secrets are never cached. */
  secret: scoped('admin')
    .input(ById)
    .output(one(Secrets))
    .mutation(async ({ ctx, input }) => ({ data: await readSecrets(ctx.organizationId, input.id) })),

  rotateSecret: scoped('admin')
    .input(ById)
    .output(one(RotatedSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rotateSecret(ctx.organizationId, input.id) })),

  deliveries: scoped('admin')
    .input(ListDeliveries)
    .output(page(Delivery))
    .query(({ ctx, input }) => listDeliveries(ctx.organizationId, input)),

  delivery: scoped('admin')
    .input(ById)
    .output(one(DeliveryDetail))
    .query(async ({ ctx, input }) => ({ data: await readDelivery(ctx.organizationId, input.id) })),

  resend: scoped('admin')
    .input(ById)
    .output(one(Delivery))
    .mutation(async ({ ctx, input }) => ({ data: await resendDelivery(ctx.organizationId, input.id) })),

  resendFailed: scoped('admin')
    .input(ResendFailed)
    .output(one(Resent))
    .mutation(async ({ ctx, input }) => ({ data: await resendFailed(ctx.organizationId, input) })),

  sendTest: scoped('admin')
    .input(SendTest)
    .output(one(Delivery))
    .mutation(async ({ ctx, input }) => ({ data: await sendTestEvent(ctx.organizationId, input, newestPayload) })),

  checkSignature: scoped('admin')
    .input(CheckSignature)
    .output(one(SignatureReport))
    .mutation(async ({ ctx, input }) => ({ data: await checkSignature(ctx.organizationId, input) })),
})
