import {
  reactivateSubscription,
  removeSubscription,
  updateSubscription,
} from '../../webhooks/dashboard/change-subscription'
import { getDeliveryDetail, listDeliveries } from '../../webhooks/dashboard/delivery-log'
import {
  getDashboardSubscription,
  listDashboardSubscriptions,
} from '../../webhooks/dashboard/list-dashboard-subscriptions'
import { resendDelivery, resendFailedDeliveries } from '../../webhooks/dashboard/resend-deliveries'
import { sendTestEvent } from '../../webhooks/dashboard/send-test-event'
import {
  AddedSubscription,
  AddSubscription,
  CheckSignature,
  DashboardSubscription,
  Delivery,
  DeliveryDetail,
  ListDeliveries,
  ListSubscriptions,
  RemovedSubscription,
  ResendFailedDeliveries,
  ResendResult,
  RotatedSecret,
  SendTestEvent,
  SignatureReport,
  SubscriptionOrDeliveryIdInput,
  SubscriptionSecrets,
  UpdateSubscription,
} from '../../webhooks/schema'
import { checkSignature } from '../../webhooks/signature-check/check-signature'
import { revealSecrets, rotateSecret } from '../../webhooks/subscriptions/secrets'
import { addSubscription } from '../../webhooks/subscriptions/subscriptions'
import { one, page } from './envelope'
import { loadExampleEventPayload } from './load-example-event-payload'
import { router, scopedProcedure } from './trpc'

export const webhookDashboardRouter = router({
  list: scopedProcedure('admin')
    .input(ListSubscriptions)
    .output(page(DashboardSubscription))
    .query(({ ctx, input }) => listDashboardSubscriptions(ctx.organizationId, input)),

  get: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(DashboardSubscription))
    .query(async ({ ctx, input }) => ({ data: await getDashboardSubscription(ctx.organizationId, input.id) })),

  add: scopedProcedure('admin')
    .input(AddSubscription)
    .output(one(AddedSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await addSubscription(ctx.organizationId, input) })),

  update: scopedProcedure('admin')
    .input(UpdateSubscription)
    .output(one(DashboardSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await updateSubscription(ctx.organizationId, input) })),

  remove: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(RemovedSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await removeSubscription(ctx.organizationId, input.id) })),

  reactivate: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(DashboardSubscription))
    .mutation(async ({ ctx, input }) => ({ data: await reactivateSubscription(ctx.organizationId, input.id) })),

  /** A mutation, so that the secrets are never cached. */
  secret: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(SubscriptionSecrets))
    .mutation(async ({ ctx, input }) => ({ data: await revealSecrets(ctx.organizationId, input.id) })),

  rotateSecret: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(RotatedSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rotateSecret(ctx.organizationId, input.id) })),

  deliveries: scopedProcedure('admin')
    .input(ListDeliveries)
    .output(page(Delivery))
    .query(({ ctx, input }) => listDeliveries(ctx.organizationId, input)),

  delivery: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(DeliveryDetail))
    .query(async ({ ctx, input }) => ({ data: await getDeliveryDetail(ctx.organizationId, input.id) })),

  resend: scopedProcedure('admin')
    .input(SubscriptionOrDeliveryIdInput)
    .output(one(Delivery))
    .mutation(async ({ ctx, input }) => ({ data: await resendDelivery(ctx.organizationId, input.id) })),

  resendFailed: scopedProcedure('admin')
    .input(ResendFailedDeliveries)
    .output(one(ResendResult))
    .mutation(async ({ ctx, input }) => ({ data: await resendFailedDeliveries(ctx.organizationId, input) })),

  sendTest: scopedProcedure('admin')
    .input(SendTestEvent)
    .output(one(Delivery))
    .mutation(async ({ ctx, input }) => ({
      data: await sendTestEvent(ctx.organizationId, input, loadExampleEventPayload),
    })),

  checkSignature: scopedProcedure('admin')
    .input(CheckSignature)
    .output(one(SignatureReport))
    .mutation(async ({ ctx, input }) => ({ data: await checkSignature(ctx.organizationId, input) })),
})
