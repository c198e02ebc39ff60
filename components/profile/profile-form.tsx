'use client'

import { useTheme } from 'next-themes'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { THEMES } from '@/server/auth/constants'
import type { Profile } from '@/server/auth/schema'
import { LOCALES } from '@/server/messages/locale'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { storeLanguageCookie } from '../ui/preferences/store-language-cookie'
import { useMutationAction } from '../use-mutation-action'

export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('profile.details')
  const tCommon = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: formFields(profile) })
  const { setTheme } = useTheme()
  const languageName = (language: Fields['interfaceLanguage']) =>
    language === '' ? t('ofTheBrowser') : tCommon(`language.${language}`)
  const { baseline, conflictDetection } = useConflictDetection(profile, {
    toValues: formFields,
    describe: (fields) => [
      [t('name'), fields.name],
      [t('language'), tCommon(`language.${fields.language}`)],
      [t('interfaceLanguage'), languageName(fields.interfaceLanguage)],
      [tCommon('theme.label'), tCommon(`theme.${fields.theme}`)],
    ],
  })

  const save = async (fields: Fields) =>
    perform(async () => {
      const { name, language, interfaceLanguage, theme } = baseline.current
      const { data } = await trpc.account.updateProfile.mutate({
        ...toProfileInput(fields, { theme }),
        asRead: { name, language, interfaceLanguage, theme },
      })
      conflictDetection.setBaseline(data)
      if (data.interfaceLanguage !== interfaceLanguage) storeLanguageCookie(data.interfaceLanguage)
      if (data.theme !== null && data.theme !== theme) setTheme(data.theme)
      form.reset(formFields(data))
      return { success: t('saved') }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="name" label={t('name')}>
          {(field) => <Input {...field} autoComplete="name" maxLength={100} />}
        </FormField>
        <FormField control={form.control} name="language" label={t('language')}>
          {(field) => (
            <Select {...field} options={LOCALES.map((value) => ({ value, label: tCommon(`language.${value}`) }))} />
          )}
        </FormField>
        <FormField control={form.control} name="interfaceLanguage" label={t('interfaceLanguage')}>
          {(field) => (
            <Select
              {...field}
              options={(['', ...LOCALES] as const).map((value) => ({ value, label: languageName(value) }))}
            />
          )}
        </FormField>
        <FormField control={form.control} name="theme" label={tCommon('theme.label')}>
          {(field) => (
            <Select {...field} options={THEMES.map((value) => ({ value, label: tCommon(`theme.${value}`) }))} />
          )}
        </FormField>
      </div>
      <FormActions>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields({ name, language, interfaceLanguage, theme }: Profile) {
  return { name, language, interfaceLanguage: interfaceLanguage ?? ('' as const), theme: theme ?? ('system' as const) }
}

/** Preferences never chosen stay unset, so that each browser keeps its own. */
function toProfileInput({ interfaceLanguage, theme, ...fields }: Fields, saved: Pick<Profile, 'theme'>) {
  return {
    ...fields,
    interfaceLanguage: interfaceLanguage === '' ? null : interfaceLanguage,
    theme: saved.theme === null && theme === 'system' ? null : theme,
  }
}
