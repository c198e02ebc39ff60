import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { MASTER_DATA_KINDS, type MasterDataKind } from './constants'
import { processRemoval } from './process-removal'

export const removalQueue = defineQueue({
  name: 'records/removals',
  limits: { perOrganization: 1, organizations: 20, budgetMs: 15_000 },
  due: createTableItemSource<{ id: string; kind: MasterDataKind }>('removals', {
    table: `(${MASTER_DATA_KINDS.map(
      (kind) =>
        `SELECT organization_id, id, '${kind}' AS kind, removal_due_at FROM ${kind} WHERE removal_due_at IS NOT NULL`,
    ).join(' UNION ALL ')}) AS removal`,
    dueColumn: 'removal_due_at',
    columns: ['kind'],
  }),
  perform: (organizationId, { kind, id }, until) => processRemoval({ kind, organizationId, id }, until),
})
