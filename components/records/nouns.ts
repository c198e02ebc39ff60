import { Building2, IdCard, type LucideIcon, MapPin } from 'lucide-react'

/** What contacts, sendings and responses belong to, as pages call them; the API calls companies contact organizations. */
export type Noun = 'locations' | 'employees' | 'companies'

export const NOUN_ICONS: Record<Noun, LucideIcon> = { locations: MapPin, employees: IdCard, companies: Building2 }

/** A record of any kind, with the fields that only some have. */
export type AnyRecord = {
  id: string
  name: string
  timeZone?: string | null
  email?: string | null
  createdAt: string
  updatedAt: string
}

/** How much refers to a record, of what its kind can be referred to by. */
export type RecordUse = Partial<
  Record<'contacts' | 'responses' | 'sendings' | 'reviews' | 'places' | 'reviewLinks', number>
>
