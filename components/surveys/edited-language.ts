import { createContext, useContext } from 'react'
import type { Language } from '@/server/validation/schema'

/** @property first the organization's language, @property isOnly the survey has no other */
export type EditedLanguage = { edited: Language; first: Language; isOnly: boolean }

const Context = createContext<EditedLanguage>({ edited: 'en', first: 'en', isOnly: true })

export const EditedLanguageProvider = Context.Provider

/** The language whose texts the survey editor shows. */
export function useEditedLanguage(): EditedLanguage {
  return useContext(Context)
}
