import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue, type Queue } from '../jobs/define-queue'
import { moveClockToTarget } from './advance-clock'

/** @param queues those whose work is done while a clock is moved */
export const createClockQueue = (queues: readonly Queue[]): Queue =>
  defineQueue({
    name: 'test-organizations/clocks',
    limits: { perOrganization: 1, organizations: 2, budgetMs: 20_000 },
    due: createTableItemSource('test-clocks', {
      table: '(SELECT organization_id, organization_id AS id, due_at FROM test_organization) AS clock',
      dueColumn: 'due_at',
    }),
    perform: (organizationId, _, until) => moveClockToTarget(organizationId, queues, until),
  })
