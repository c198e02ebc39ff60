import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'
import type { Noun } from './record-collections'

const MAX_OPTIONS = 20

const BROWSE = {
  locations: trpc.locations.browse,
  employees: trpc.employees.browse,
  companies: trpc.contactOrganizations.browse,
} as const satisfies Record<Noun, unknown>

export async function findRecords(collection: Noun, search: string, excludedId?: string): Promise<Option[]> {
  const { data } = await BROWSE[collection].query({ search, sort: 'name', page: 1, limit: MAX_OPTIONS })
  return data.filter(({ id }) => id !== excludedId).map(({ id, name }) => ({ value: id, label: name }))
}
