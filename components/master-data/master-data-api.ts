import { trpc } from '../trpc'
import type { MasterDataCollectionName } from './master-data-collections'

const MAX_OPTIONS = 20

export const MASTER_DATA_API = {
  locations: trpc.locations,
  employees: trpc.employees,
  companies: trpc.contactOrganizations,
} as const satisfies Record<MasterDataCollectionName, unknown>

export async function searchMasterDataOptions(
  collection: MasterDataCollectionName,
  search: string,
  excludedId?: string,
) {
  const { data } = await MASTER_DATA_API[collection].browse.query({ search, sort: 'name', page: 1, limit: MAX_OPTIONS })
  return data.filter(({ id }) => id !== excludedId).map(({ id, name }) => ({ value: id, label: name }))
}
