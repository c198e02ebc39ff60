import type { FoundPlace, SitePlace } from '@/server/reviews/connections/schema'

export type LocationChoice = { id: string; name: string }

/** Form value of a site's place. @property locationId empty for no location. */
export type PlaceChoice = Omit<FoundPlace, 'locationId' | 'isRead'> & { locationId: string; isChosen: boolean }

/** Preselects the location with the same name. */
export function offered(place: SitePlace, locations: readonly LocationChoice[]): PlaceChoice {
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

export function toChoice({ locationId, isRead, ...place }: FoundPlace): PlaceChoice {
  return { ...place, locationId: locationId ?? '', isChosen: isRead }
}

export function chosenPlaces(choices: readonly PlaceChoice[]): SitePlace[] {
  return choices
    .filter(({ isChosen }) => isChosen)
    .map(({ name, title, locationId }) => ({ name, title, locationId: locationId === '' ? null : locationId }))
}

function normalize(text: string): string {
  return text.trim().toLocaleLowerCase()
}
