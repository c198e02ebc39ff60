import { Building2, IdCard, type LucideIcon, MapPin } from 'lucide-react'

/** UI names of record kinds; the API calls companies contact organizations. */
export type MasterDataCollectionName = 'locations' | 'employees' | 'companies'

export const MASTER_DATA_ICONS: Record<MasterDataCollectionName, LucideIcon> = {
  locations: MapPin,
  employees: IdCard,
  companies: Building2,
}

/** Record of any kind; some fields exist for some kinds only. */
export type AnyMasterDataEntry = {
  id: string
  name: string
  timeZone?: string | null
  email?: string | null
  createdAt: string
  updatedAt: string
}

/** Number of references to a record, by kind. */
export type MasterDataUsageCounts = Partial<
  Record<'contacts' | 'responses' | 'sendings' | 'reviews' | 'places' | 'reviewLinks', number>
>
