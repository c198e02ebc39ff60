import type { WhoseCase } from '../cases/list'
import type { AssigneeFilter } from '../cases/schema'
import type { Principal } from '../principal'
import { requireUser } from './trpc'

/** "Me" is whoever asks. */
export function whoseCase(assignee: AssigneeFilter, principal: Principal): WhoseCase {
  if (assignee === 'somebody' || assignee === 'nobody') return assignee
  return { id: assignee === 'me' ? requireUser(principal).userId : assignee }
}
