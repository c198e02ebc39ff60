'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** What a placeholder such as `{{firstName|there}}` is for a recipient. */
export type FillPlaceholder = (placeholder: string) => string

const FillContext = createContext<FillPlaceholder | null>(null)

type PlaceholderValuesProviderProps = { fill: FillPlaceholder | null; children: ReactNode }

/** Tells the message editors inside it what each placeholder is for the recipient of the preview; null without a preview. */
export function PlaceholderValuesProvider({ fill, children }: PlaceholderValuesProviderProps) {
  return <FillContext value={fill}>{children}</FillContext>
}

export function useFillPlaceholder(): FillPlaceholder | null {
  return useContext(FillContext)
}
