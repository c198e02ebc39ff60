import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { otherLanguages } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import type { SurveyDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'
import { useLanguageNames } from './use-language-names'

type AddTranslationsProps = { form: UseFormReturn<SurveyDraft>; onAdded: (language: Language) => void }

/** Turns a survey in the organization's language into one in every language. */
export function AddTranslations({ form, onAdded }: AddTranslationsProps) {
  const t = useTranslations('surveys.languages')
  const { first } = useEditedLanguage()
  const nameLanguages = useLanguageNames()
  const others = otherLanguages(first)
  const add = () => {
    form.setValue('isTranslated', true, { shouldDirty: true })
    onAdded(others[0] ?? first)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-13 text-ink-soft">{t('only', { language: nameLanguages([first]) })}</p>
      <Button size="small" variant="ghost" onClick={add}>
        {t('add', { languages: nameLanguages(others) })}
      </Button>
    </div>
  )
}
