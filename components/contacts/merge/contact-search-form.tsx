'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Field } from '@/components/ui/forms/field'

/** A GET form, so that it works without JavaScript. */
export function ContactSearchForm({ search }: { search: string | undefined }) {
  const t = useTranslations('merge')
  return (
    <form method="get" className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={t('searchLabel')}>
          <Input
            type="search"
            name="search"
            icon={Search}
            autoComplete="off"
            defaultValue={search ?? ''}
            placeholder={t('searchPlaceholder')}
          />
        </Field>
      </div>
      <Button type="submit">{t('search')}</Button>
    </form>
  )
}
