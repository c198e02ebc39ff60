import { z } from 'zod'
import { listAlerts } from '../../alerts/alert-log'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  listReferencingRuleNames,
  listUserIdsWithVerifiedPhone,
  setAlertRuleActive,
  updateAlertRule,
} from '../../alerts/rules'
import {
  AlertLogEntry,
  AlertRule,
  CreateAlertRule,
  ListAlerts,
  SetAlertRuleActive,
  UpdateAlertRule,
} from '../../alerts/schema'
import { sendTestAlert } from '../../alerts/send-test-alert'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const ById = z.object({ id: Id })

export const alertsRouter = router({
  listRules: scopedProcedure('admin')
    .output(one(z.array(AlertRule)))
    .query(async ({ ctx }) => ({ data: await listAlertRules(ctx.organizationId) })),

  getRule: scopedProcedure('admin')
    .input(ById)
    .output(one(AlertRule))
    .query(async ({ ctx, input }) => ({ data: await getAlertRule(ctx.organizationId, input.id) })),

  createRule: scopedProcedure('admin')
    .input(CreateAlertRule)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await createAlertRule(ctx.organizationId, input) })),

  updateRule: scopedProcedure('admin')
    .input(UpdateAlertRule)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await updateAlertRule(ctx.organizationId, input) })),

  switchRule: scopedProcedure('admin')
    .input(SetAlertRuleActive)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await setAlertRuleActive(ctx.organizationId, input) })),

  deleteRule: scopedProcedure('admin')
    .input(ById)
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteAlertRule(ctx.organizationId, input.id) })),

  sendTest: scopedProcedure('admin')
    .input(ById)
    .output(one(ById))
    .mutation(async ({ ctx, input }) => ({ data: await sendTestAlert(ctx.organizationId, input.id) })),

  listReferencing: scopedProcedure('dashboard:read')
    .input(ById)
    .output(one(z.array(z.string())))
    .query(async ({ ctx, input }) => ({ data: await listReferencingRuleNames(ctx.organizationId, input.id) })),

  withPhone: scopedProcedure('admin')
    .output(one(z.array(Id)))
    .query(async ({ ctx }) => ({ data: await listUserIdsWithVerifiedPhone(ctx.organizationId) })),

  log: scopedProcedure('admin')
    .input(ListAlerts)
    .output(page(AlertLogEntry))
    .query(({ ctx, input }) => listAlerts(ctx.organizationId, input)),
})
