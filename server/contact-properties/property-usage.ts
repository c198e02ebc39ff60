import { PROPERTY_SAMPLE_SIZE, type PropertyType } from './constants'
import { loadContactProperties } from './contact-properties'
import { type KeyUsage, sampleKeyUsage } from './property-usage-queries'
import { type ContactPropertyUsage, isDeclarableKey, type UndeclaredProperty } from './schema'

const CHOICE_OPTIONS_MAX = 8
const CHOICE_CONTACTS_PER_OPTION_MIN = 3

/** How many of the newest contacts have each declared property, and the undeclared keys that they have. */
export async function getContactPropertyUsage(organizationId: string): Promise<ContactPropertyUsage> {
  const [properties, { sampledContacts, keys }] = await Promise.all([
    loadContactProperties(organizationId),
    sampleKeyUsage(organizationId),
  ])
  const declaredKeys = new Set(properties.map(({ key }) => key))
  return {
    sampledContacts,
    isSampleComplete: sampledContacts < PROPERTY_SAMPLE_SIZE,
    contactsByKey: Object.fromEntries(
      keys.filter(({ key }) => declaredKeys.has(key)).map(({ key, contacts }) => [key, contacts]),
    ),
    undeclared: keys.filter(({ key }) => !declaredKeys.has(key)).map(presentUndeclaredProperty),
  }
}

function presentUndeclaredProperty(usage: KeyUsage): UndeclaredProperty {
  const suggestedType = suggestType(usage)
  return {
    key: usage.key,
    contacts: usage.contacts,
    example: usage.values[0] ?? '',
    suggestedType,
    suggestedOptions: suggestedType === 'choice' ? usage.values : [],
    isDeclarable: isDeclarableKey(usage.key),
  }
}

function suggestType(usage: KeyUsage): PropertyType | null {
  if (usage.isNumber) return 'number'
  if (usage.isBoolean) return 'boolean'
  if (usage.isDate) return 'date'
  if (!usage.isTextOrNumber) return null
  const isChoice =
    usage.isText &&
    usage.distinctValues <= CHOICE_OPTIONS_MAX &&
    usage.contacts >= usage.distinctValues * CHOICE_CONTACTS_PER_OPTION_MIN &&
    usage.values.every((value) => value.trim() === value && value !== '')
  return isChoice ? 'choice' : 'text'
}
