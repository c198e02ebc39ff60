import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'
import type { RecordCollection } from './record-collections'

const MAX_OPTIONS = 20

const BROWSE = {
  locations: trpc.locations.browse,
  employees: trpc.employees.browse,
  companies: trpc.contactOrganizations.browse,
} as const satisfies Record<RecordCollection, unknown>

export async function findRecords(
  collection: RecordCollection,
  search: string,
  excludedId?: string,
): Promise<Option[]> {
  const { data } = await BROWSE[collection].query({ search, sort: 'name', page: 1, limit: MAX_OPTIONS })
  return data.filter(({ id }) => id !== excludedId).map(({ id, name }) => ({ value: id, label: name }))
}
