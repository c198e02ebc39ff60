import { withSearchParams } from '@/components/ui/search-params'
import type { Branch } from '@/server/sequences/conditions/constants'
import type { ResultState } from '@/server/sequences/results/constants'
import type { SendingStatus } from '@/server/sequences/schema'

type PeopleFilter = { step?: string; state?: ResultState; reason?: string; branch?: Branch; status?: SendingStatus }

/** The people behind a number. The page of the people reads the same parameters. */
export function buildPeopleHref(sequenceId: string, filter: PeopleFilter = {}): string {
  return withSearchParams(`/sequences/${sequenceId}/sendings`, {}, filter)
}
