'use client'

import { createContext, type ReactNode, useContext } from 'react'

const ValuesContext = createContext<Readonly<Record<string, string>> | null>(null)

type PlaceholderValuesProviderProps = { values: Readonly<Record<string, string>> | null; children: ReactNode }

/** Tells the message editors inside it what each placeholder is for the recipient of the preview; null without a preview. */
export function PlaceholderValuesProvider({ values, children }: PlaceholderValuesProviderProps) {
  return <ValuesContext value={values}>{children}</ValuesContext>
}

export function usePlaceholderValues(): Readonly<Record<string, string>> | null {
  return useContext(ValuesContext)
}
