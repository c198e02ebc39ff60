import type { PlaceWithUsage, SitePlace } from '@/server/reviews/connections/schema'

export type LocationOption = { id: string; name: string }

/** Form value of a site's place. @property locationId empty for no location. */
export type PlaceChoice = Omit<PlaceWithUsage, 'locationId' | 'isRead'> & { locationId: string; isChosen: boolean }

/** Preselects the location with the same name. */
export function preselectMatchingLocation(place: SitePlace, locations: readonly LocationOption[]): PlaceChoice {
  const sameName = locations.find(({ name }) => normalize(name) === normalize(place.title))
  return {
    name: place.name,
    title: place.title,
    address: '',
    account: '',
    isTaken: false,
    isChosen: true,
    locationId: place.locationId ?? sameName?.id ?? '',
  }
}

export function toPlaceChoice({ locationId, isRead, ...place }: PlaceWithUsage): PlaceChoice {
  return { ...place, locationId: locationId ?? '', isChosen: isRead }
}

export function toChosenSitePlaces(choices: readonly PlaceChoice[]): SitePlace[] {
  return choices
    .filter(({ isChosen }) => isChosen)
    .map(({ name, title, locationId }) => ({ name, title, locationId: locationId === '' ? null : locationId }))
}

function normalize(text: string): string {
  return text.trim().toLocaleLowerCase()
}
