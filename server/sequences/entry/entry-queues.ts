import { createTableItemSource } from '../../jobs/create-due-item-source'
import { defineQueue } from '../../jobs/define-queue'
import { decideCandidates } from './decide-candidates'
import { SCAN_LEASE_MS, scanEntryRule } from './scan-entry-rule'

export const entryScanQueue = defineQueue({
  name: 'sequences/entry-scans',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 20_000 },
  due: createTableItemSource('entry-scans', {
    table: 'entry_rule',
    dueColumn: 'next_scan_at',
    lease: { column: 'scan_claimed_at', ms: SCAN_LEASE_MS },
  }),
  perform: (organizationId, { id }, until) => scanEntryRule(organizationId, id, until),
})

export const entryQueue = defineQueue({
  name: 'sequences/entries',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 20_000 },
  due: createTableItemSource('entries', {
    table:
      '(SELECT organization_id, rule_id AS id, min(created_at) AS due_at FROM entry_candidate WHERE decided_at IS NULL GROUP BY organization_id, rule_id) c',
    dueColumn: 'due_at',
  }),
  perform: (organizationId, { id }, until) => decideCandidates(organizationId, id, until),
})
