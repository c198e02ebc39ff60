'use client'

import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { Profile } from '@/server/auth/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { useShared } from '../ui/forms/shared'
import { toast } from '../ui/overlays/toast'

/** The person's name, and the language of what is mailed to them. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('profile.details')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const form = useForm({ defaultValues: formFields(profile) })
  const { asRead, shared } = useShared(profile, {
    toValues: formFields,
    describe: (fields) => [
      [t('name'), fields.name],
      [t('language'), tCommon(`language.${fields.language}`)],
    ],
  })

  const save = async (fields: Fields) => {
    const { name, language } = asRead.current
    const { data } = await trpc.account.updateProfile.mutate({ ...fields, asRead: { name, language } })
    shared.accept(data)
    form.reset(formFields(data))
    toast.success(t('saved'))
    router.refresh()
  }

  return (
    <Form form={form} onSubmit={save} shared={shared}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="name" label={t('name')}>
          {(field) => <Input {...field} autoComplete="name" maxLength={100} />}
        </FormField>
        <FormField control={form.control} name="language" label={t('language')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: 'en', label: tCommon('language.en') },
                { value: 'fr', label: tCommon('language.fr') },
              ]}
            />
          )}
        </FormField>
      </div>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {t('save')}
        </Button>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields({ name, language }: Profile) {
  return { name, language }
}
