import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { focusField } from '@/components/ui/forms/focus-field'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { otherLanguages } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import { dropTranslations, listLanguages, readText } from './draft-texts'
import type { SurveyDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'
import { type DraftText, listMissingTexts } from './missing-texts'
import { useLanguageNames } from './use-language-names'

type SurveyLanguagesProps = {
  form: UseFormReturn<SurveyDraft>
  draft: SurveyDraft
  /** It replaces the button that had the focus. */
  takesFocus: boolean
  onEdit: (language: Language) => void
  /** Renders the fields of these paths. */
  revealFields: (paths: readonly string[]) => Promise<void>
}

/** Chooses the language that is edited, and leads to the texts that it lacks. */
export function SurveyLanguages({ form, draft, takesFocus, onEdit, revealFields }: SurveyLanguagesProps) {
  const t = useTranslations('surveys.languages')
  const common = useTranslations('common')
  const { edited } = useEditedLanguage()
  const bar = useRef<HTMLDivElement>(null)
  const missing = listMissingTexts(draft, edited)
  useEffect(() => {
    if (takesFocus) bar.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  }, [takesFocus])

  async function showField({ name }: DraftText) {
    const path = `${name}.${edited}`
    await revealFields([path])
    const field = bar.current?.closest('form')?.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)
    if (field) focusField(field)
  }

  return (
    <div
      ref={bar}
      className="z-10 -mx-2 grid gap-2 bg-canvas px-2 py-2 [@media(height>=30rem)]:sticky [@media(height>=30rem)]:top-0 [@media(height>=30rem)]:max-md:top-12"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={t('label')} className="flex flex-wrap gap-1">
          {listLanguages(draft).map((language) => {
            const count = language === edited ? missing.length : listMissingTexts(draft, language).length
            return (
              <Button
                key={language}
                size="small"
                variant={language === edited ? 'secondary' : 'ghost'}
                aria-pressed={language === edited}
                onClick={() => onEdit(language)}
              >
                {common(`language.${language}`)}
                {count > 0 && <span className="figures text-neutral-text"> · {t('missing', { count })}</span>}
              </Button>
            )
          })}
        </div>
        <RemoveTranslations form={form} draft={draft} onEdit={onEdit} />
      </div>
      {missing.length > 0 && (
        <details className="text-13">
          <summary className="w-fit cursor-pointer text-ink-soft">
            {t('missingTexts', { count: missing.length })}
          </summary>
          <ul className="grid max-h-48 gap-0.5 overflow-y-auto pt-1.5">
            {missing.map((text) => (
              <li key={text.name}>
                <button
                  type="button"
                  className="grid w-full rounded-mark px-1.5 py-1 text-start hover:bg-hover sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-3"
                  onClick={() => void showField(text)}
                >
                  <TextPlace text={text} />
                  <span dir="auto" className="truncate text-ink-faint">
                    {readText(text.texts, edited)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function TextPlace({ text: { section, field } }: { text: DraftText }) {
  const t = useTranslations('surveys')
  const place = 'band' in section ? t(`thanksAfter.${section.band}`) : t(section.key, { number: section.number })
  return (
    <span>
      {place} · {'number' in field ? t(field.key, { number: field.number }) : t(field.key)}
    </span>
  )
}

function RemoveTranslations({ form, draft, onEdit }: Pick<SurveyLanguagesProps, 'form' | 'draft' | 'onEdit'>) {
  const t = useTranslations('surveys.languages')
  const nameLanguages = useLanguageNames()
  const [isOpen, setOpen] = useState(false)
  const languages = nameLanguages(otherLanguages(draft.language))
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('removeTitle')}
        action={t('remove')}
        onConfirm={async () => {
          const current = form.getValues()
          onEdit(current.language)
          form.reset(
            { ...dropTranslations(current, current.language), isTranslated: false },
            { keepDefaultValues: true },
          )
        }}
      >
        <p>{t('removeBody', { languages, language: nameLanguages([draft.language]) })}</p>
      </ConfirmDialog>
    </>
  )
}
