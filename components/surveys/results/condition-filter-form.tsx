import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { useClosePopover, usePopoverFocus } from '@/components/ui/overlays/popover'
import { withSearchParams } from '@/components/ui/search-params'
import { parsePropertyCondition } from '@/server/contacts/filters/constants'
import { FIELD_VALUE_MAX_CHARACTERS, parseFieldCondition } from '@/server/surveys/fields/constants'
import type { ConditionFilterProps } from './condition-filter'

const PARSERS = { property: parsePropertyCondition, field: parseFieldCondition }

export function ConditionForm({ param, options }: ConditionFilterProps) {
  const t = useTranslations('surveyResults.filters')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()
  const content = usePopoverFocus<HTMLFormElement>()
  const condition = PARSERS[param](params.get(param) ?? '')

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const readText = (name: string) => {
      const entry = form.get(name)
      return typeof entry === 'string' ? entry.trim() : ''
    }
    const [key, value] = [readText('key'), readText('value')]
    const filter = value === '' ? null : `${key}=${value}`
    close()
    router.push(withSearchParams(path, Object.fromEntries(params), { [param]: filter }), { scroll: false })
  }

  return (
    <form ref={content} onSubmit={apply} className="grid gap-3">
      <Field label={t(param)}>
        <Select name="key" options={options} defaultValue={condition?.key ?? options[0]?.value ?? ''} />
      </Field>
      <Field label={t('conditionValue')}>
        <Input name="value" maxLength={FIELD_VALUE_MAX_CHARACTERS} defaultValue={condition?.value ?? ''} />
      </Field>
      <div>
        <Button type="submit" variant="primary" size="small">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
