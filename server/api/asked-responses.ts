import type { WhoseCase } from '../cases/list'
import type { AssigneeFilter } from '../cases/schema'
import type { Principal } from '../principal'
import type { BrowseResponses } from '../responses/schema'
import type { Search } from '../responses/search'
import { readSearch } from '../search/read-search'
import { readNewSince } from '../visits/visits'
import { requireUser } from './trpc'

type Browsed = Pick<BrowseResponses, 'search' | 'assignee' | 'new'>

/** What is found where nothing is. */
const NOTHING: Search = { asked: null, contactIds: [] }

/** What a list asks for, of this reader: whose cases, what is new to them, and what a search finds. */
export async function readAsked<Input extends Browsed>(
  { organizationId, principal }: { organizationId: string; principal: Principal },
  { search, assignee, new: isNew, ...input }: Input,
): Promise<{ filter: Omit<Input, keyof Browsed> & { assignee?: WhoseCase; since?: Date }; search?: Search }> {
  const whose = assignee === undefined ? {} : { assignee: whoseCase(assignee, principal) }
  const since = isNew && (await readNewSince(organizationId, requireUser(principal).userId))
  // Nothing is new to who has never looked.
  if (since === null) return { filter: { ...input, ...whose }, search: NOTHING }
  const filter = { ...input, ...whose, ...(since === undefined ? {} : { since }) }
  return { filter, ...(search ? { search: await readSearch(organizationId, search) } : {}) }
}

/** "Me" is whoever asks. */
function whoseCase(assignee: AssigneeFilter, principal: Principal): WhoseCase {
  if (assignee === 'somebody' || assignee === 'nobody') return assignee
  return { id: assignee === 'me' ? requireUser(principal).userId : assignee }
}
