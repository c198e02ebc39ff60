import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LANGUAGES } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import { listLanguages } from './draft-texts'
import type { SurveyDraft } from './draft-types'
import { useLanguageNames } from './use-language-names'
import { useQuestionCards } from './use-question-cards'

/** What of a survey the editor shows: the texts in one language, and the fields of the questions that are open. */
export function useEditorView(form: UseFormReturn<SurveyDraft>, first: Language) {
  const t = useTranslations('surveys.languages')
  const nameLanguages = useLanguageNames()
  const [edited, setEdited] = useState(first)
  const cards = useQuestionCards()

  /** @param paths of fields or errors; a path that ends with a language is of its text */
  async function revealFields(paths: readonly string[]): Promise<void> {
    const questions = form.getValues('questions')
    const refs = paths.map((path) => questions[Number(/^questions\.(\d+)\b/.exec(path)?.[1])]?.ref)
    if (refs.some((ref) => ref !== undefined)) await cards.open(refs.filter((ref) => ref !== undefined))
    const languages = paths.map((path) => LANGUAGES.find((language) => path.endsWith(`.${language}`)))
    const [language] = languages
    if (language && !languages.includes(edited)) flushSync(() => setEdited(language))
  }

  /** Of the language that is edited, else of the first one that lacks any: as errors by path. */
  async function findMissingTexts(values: SurveyDraft): Promise<Record<string, string[]>> {
    if (!values.isTranslated) return {}
    const { listMissingTexts } = await import('./missing-texts')
    const languages = [edited, ...listLanguages(values).filter((language) => language !== edited)]
    const lacking = languages.find((language) => listMissingTexts(values, language).length > 0)
    if (lacking === undefined) return {}
    const message = t('missingText', { language: nameLanguages([lacking]) })
    return Object.fromEntries(
      listMissingTexts(values, lacking).map(({ errorPath }) => [`${errorPath}.${lacking}`, [message]]),
    )
  }

  return { edited, setEdited, cards, revealFields, findMissingTexts }
}
