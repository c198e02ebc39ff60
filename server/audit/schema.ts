import { z } from 'zod'
import { EndDate, Id, StartDate, Timestamp } from '../validation/schema'
import {
  ACTOR_TYPES,
  AUDIT_ACTIONS_BY_GROUP,
  AUDITED_RECORD_TYPES,
  type AuditAction,
  type AuditGroup,
} from './constants'

const Action = z.enum(Object.values(AUDIT_ACTIONS_BY_GROUP).flat() as [AuditAction, ...AuditAction[]])
export const AuditGroupParam = z.enum(Object.keys(AUDIT_ACTIONS_BY_GROUP) as [AuditGroup, ...AuditGroup[]])

export const AuditEvent = z.object({
  id: Id,
  action: Action,
  actor: z.object({ type: z.enum(ACTOR_TYPES), id: Id.nullable(), name: z.string().nullable() }),
  record: z.object({ type: z.enum(AUDITED_RECORD_TYPES), id: Id.nullable(), name: z.string().nullable() }).nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.json(), to: z.json() })),
  address: z.string().nullable(),
  createdAt: Timestamp,
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditFilter = z.object({
  group: AuditGroupParam.exactOptional(),
  actorId: Id.exactOptional(),
  recordId: Id.exactOptional(),
  start_date: StartDate.exactOptional(),
  end_date: EndDate.exactOptional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const ListAuditEvents = AuditFilter.extend({
  after: Id.exactOptional(),
  limit: z.number().int().min(1).max(100).default(50),
})
export type ListAuditEvents = z.output<typeof ListAuditEvents>

export const AuditEventPage = z.object({
  entries: z.array(AuditEvent),
  next: Id.nullable(),
})
export type AuditEventPage = z.infer<typeof AuditEventPage>

export const AuditActor = z.object({ type: z.enum(ACTOR_TYPES), id: Id, name: z.string() })
export type AuditActor = z.infer<typeof AuditActor>
