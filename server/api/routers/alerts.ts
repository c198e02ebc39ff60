import { z } from 'zod'
import { listAlerts } from '../../alerts/alert-log'
import { listRulesNaming } from '../../alerts/list-rules-referencing'
import { listMembersWithPhone } from '../../alerts/list-sms-recipients'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  switchAlertRule,
  updateAlertRule,
} from '../../alerts/rules'
import {
  AlertRule,
  CreateAlertRule,
  ListAlerts,
  LoggedAlert,
  SwitchAlertRule,
  UpdateAlertRule,
} from '../../alerts/schema'
import { sendAlertTest } from '../../alerts/send-test-alert'
import { Id } from '../../fields/schema'
import { one, page } from './envelope'
import { router, scoped } from './trpc'

const ById = z.object({ id: Id })

export const alertsRouter = router({
  listRules: scoped('admin')
    .output(one(z.array(AlertRule)))
    .query(async ({ ctx }) => ({ data: await listAlertRules(ctx.organizationId) })),

  getRule: scoped('admin')
    .input(ById)
    .output(one(AlertRule))
    .query(async ({ ctx, input }) => ({ data: await getAlertRule(ctx.organizationId, input.id) })),

  createRule: scoped('admin')
    .input(CreateAlertRule)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await createAlertRule(ctx.organizationId, input) })),

  updateRule: scoped('admin')
    .input(UpdateAlertRule)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await updateAlertRule(ctx.organizationId, input) })),

  switchRule: scoped('admin')
    .input(SwitchAlertRule)
    .output(one(AlertRule))
    .mutation(async ({ ctx, input }) => ({ data: await switchAlertRule(ctx.organizationId, input) })),

  deleteRule: scoped('admin')
    .input(ById)
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteAlertRule(ctx.organizationId, input.id) })),

  sendTest: scoped('admin')
    .input(ById)
    .output(one(ById))
    .mutation(async ({ ctx, input }) => ({ data: await sendAlertTest(ctx.organizationId, input.id) })),

  naming: scoped('dashboard:read')
    .input(ById)
    .output(one(z.array(z.string())))
    .query(async ({ ctx, input }) => ({ data: await listRulesNaming(ctx.organizationId, input.id) })),

  withPhone: scoped('admin')
    .output(one(z.array(Id)))
    .query(async ({ ctx }) => ({ data: await listMembersWithPhone(ctx.organizationId) })),

  log: scoped('admin')
    .input(ListAlerts)
    .output(page(LoggedAlert))
    .query(({ ctx, input }) => listAlerts(ctx.organizationId, input)),
})
