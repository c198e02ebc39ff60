import type { BulkActionType } from '@/server/bulk-actions/constants'
import type { BulkActionParameters } from '@/server/bulk-actions/schema'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { Language } from '@/server/validation/schema'
import { toChangedCustomFields } from '../contacts/contact-property-values'

/** Fields of the dialog, for all actions. `sendableId` is a sequence or a survey. */
export type ActionValues = {
  tag: string
  locationId: string
  companyId: string
  propertyId: string
  value: string
  language: string
  sendableId: string
  employeeId: string
}

export const EMPTY_VALUES: ActionValues = {
  tag: '',
  locationId: '',
  companyId: '',
  propertyId: '',
  value: '',
  language: '',
  sendableId: '',
  employeeId: '',
}

const REQUIRED_FIELDS = {
  addTags: { field: 'tag', message: 'fields.choose.tag' },
  removeTags: { field: 'tag', message: 'fields.choose.tag' },
  setProperty: { field: 'propertyId', message: 'fields.choose.property' },
  enrol: { field: 'sendableId', message: 'fields.choose.sequence' },
  sendSurvey: { field: 'sendableId', message: 'fields.choose.survey' },
} as const

/** The field that the action cannot do without, if it is empty. */
export function findMissingField(type: BulkActionType, values: ActionValues) {
  const required = type in REQUIRED_FIELDS ? REQUIRED_FIELDS[type as keyof typeof REQUIRED_FIELDS] : null
  return required !== null && values[required.field].trim() === '' ? required : null
}

export function toAction(
  type: BulkActionType,
  values: ActionValues,
  properties: readonly ContactProperty[],
): BulkActionParameters {
  const subject = { locationId: values.locationId || null, employeeId: values.employeeId || null }
  switch (type) {
    case 'addTags':
    case 'removeTags':
      return { type, tags: [values.tag.trim()] }
    case 'setLocation':
      return { type, locationId: values.locationId || null }
    case 'setCompany':
      return { type, companyId: values.companyId || null }
    case 'setProperty':
      return { type, customFields: toCustomFields(values, properties) }
    case 'setLanguage':
      return { type, language: values.language === '' ? null : (values.language as Language) }
    case 'enrol':
      return { type, sequenceId: values.sendableId, ...subject }
    case 'sendSurvey':
      return { type, surveyId: values.sendableId, ...subject }
    default:
      return { type }
  }
}

function toCustomFields({ propertyId, value }: ActionValues, properties: readonly ContactProperty[]) {
  const property = properties.find(({ id }) => id === propertyId)
  if (!property) return {}
  if (value.trim() === '') return { [property.key]: null }
  return toChangedCustomFields([property], { [propertyId]: value }, {})
}
