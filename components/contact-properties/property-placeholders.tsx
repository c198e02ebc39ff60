'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { useLocale } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { PROPERTY_PLACEHOLDER_PREFIX } from '@/server/messaging/constants'
import type { Placeholder } from '../ui/forms/placeholder-chips'

const PropertiesContext = createContext<readonly ContactProperty[]>([])

type PropertyPlaceholdersProviderProps = { properties: readonly ContactProperty[]; children: ReactNode }

/** Offers the declared properties in the editors of messages and conditions inside it. */
export function PropertyPlaceholdersProvider({ properties, children }: PropertyPlaceholdersProviderProps) {
  return <PropertiesContext value={properties}>{children}</PropertiesContext>
}

export function useContactProperties(): readonly ContactProperty[] {
  return useContext(PropertiesContext)
}

export function usePropertyPlaceholders(): Placeholder[] {
  const language = useLocale()
  return useContactProperties().map(({ key, label }) => ({
    text: `{{${PROPERTY_PLACEHOLDER_PREFIX}${key}}}`,
    label: label[language],
  }))
}
