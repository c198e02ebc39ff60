import { resolveContactSearch } from '../../contacts/contact-search-queries'
import { type Page, toPage } from '../../paging'
import type { SendingTableRow } from '../sending/schema'
import { listSendings, listSendingsByIds } from '../sendings'
import { findSendingIds } from './find-sending-ids-queries'
import type { BrowseSendings } from './schema'

/** The people behind each number of the results, newest first. With a step, `lastStep` is what became of that one. */
export async function browseSendings(organizationId: string, input: BrowseSendings): Promise<Page<SendingTableRow>> {
  const { step_id, state, reason, branch, search: text, ...filter } = input
  const search = await resolveContactSearch(organizationId, text ?? '')
  if ([step_id, state, reason, branch].every((one) => one === undefined) && search === null)
    return listSendings(organizationId, filter)
  const { ids, total } = await findSendingIds(organizationId, input, search?.patterns ?? [])
  return toPage(await listSendingsByIds(organizationId, ids, step_id), total, input)
}
