import type { SurveyLink } from '@/server/survey-links/schema'

/** The fields of the form; empty texts are unset. */
export type SurveyLinkValues = {
  name: string
  placement: string
  slug: string
  locationId: string
  employeeId: string
  closesOn: string
  quota: string
  pin: string
  removesPin: boolean
  asksContact: SurveyLink['asksContact']
  oncePerDevice: boolean
}

export const NEW_SURVEY_LINK: SurveyLinkValues = {
  name: '',
  placement: '',
  slug: '',
  locationId: '',
  employeeId: '',
  closesOn: '',
  quota: '',
  pin: '',
  removesPin: false,
  asksContact: 'no',
  oncePerDevice: false,
}

export function toSurveyLinkValues(link: SurveyLink): SurveyLinkValues {
  const { name, slug, quota, asksContact, oncePerDevice } = link
  return {
    ...NEW_SURVEY_LINK,
    name,
    slug,
    placement: link.placement ?? '',
    locationId: link.locationId ?? '',
    employeeId: link.employeeId ?? '',
    closesOn: link.closesOn ?? '',
    quota: quota === null ? '' : String(quota),
    asksContact,
    oncePerDevice,
  }
}

/** What can be set for many links at once. */
export function toSharedSettings({ placement, closesOn, quota, pin, asksContact, oncePerDevice }: SurveyLinkValues) {
  return {
    placement: placement.trim() || null,
    closesOn: closesOn || null,
    quota: quota === '' ? null : Number(quota),
    ...(pin.trim() === '' ? {} : { pin: pin.trim() }),
    asksContact,
    oncePerDevice,
  }
}

export function toSurveyLinkInput(values: SurveyLinkValues) {
  const { name, slug, locationId, employeeId, removesPin } = values
  return {
    ...toSharedSettings(values),
    name,
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    locationId: locationId || null,
    employeeId: employeeId || null,
    ...(removesPin ? { pin: null } : {}),
  }
}
