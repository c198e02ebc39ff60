import { dueRows } from '../jobs/due-rows'
import { defineQueue } from '../jobs/queue'
import { reassignReferences } from './reassign-references'
import { RECORD_KINDS, type RecordKind } from './vocabulary'

export const removalQueue = defineQueue({
  name: 'records/removals',
  limits: { perOrganization: 1, organizations: 20, budgetMs: 15_000 },
  due: dueRows<{ id: string; kind: RecordKind }>('removals', {
    table: `(${RECORD_KINDS.map(
      (kind) =>
        `SELECT organization_id, id, '${kind}' AS kind, removal_due_at FROM ${kind} WHERE removal_due_at IS NOT NULL`,
    ).join(' UNION ALL ')}) AS removal`,
    at: 'removal_due_at',
    columns: ['kind'],
  }),
  perform: (organizationId, { kind, id }, until) => reassignReferences({ kind, organizationId, id }, until),
})
