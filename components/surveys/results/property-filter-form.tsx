import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { useClosePopover, usePopoverFocus } from '@/components/ui/overlays/popover'
import { withSearchParams } from '@/components/ui/search-params'
import { formatPropertyCondition, parsePropertyCondition } from '@/server/contacts/filters/constants'
import type { PropertyFilterProps } from './property-filter'

export function PropertyForm({ properties }: PropertyFilterProps) {
  const t = useTranslations('surveyResults.filters')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()
  const content = usePopoverFocus<HTMLFormElement>()
  const condition = parsePropertyCondition(params.get('property') ?? '')

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const readText = (name: string) => {
      const entry = form.get(name)
      return typeof entry === 'string' ? entry.trim() : ''
    }
    const [key, value] = [readText('key'), readText('value')]
    const property = value === '' ? null : formatPropertyCondition({ key, operator: 'is', value })
    close()
    router.push(withSearchParams(path, Object.fromEntries(params), { property }), { scroll: false })
  }

  return (
    <form ref={content} onSubmit={apply} className="grid gap-3">
      <Field label={t('propertyName')}>
        <Select
          name="key"
          options={properties.map(({ key, name }) => ({ value: key, label: name }))}
          defaultValue={condition?.key ?? properties[0]?.key ?? ''}
        />
      </Field>
      <Field label={t('propertyValue')}>
        <Input name="value" maxLength={100} defaultValue={condition?.value ?? ''} />
      </Field>
      <div>
        <Button type="submit" variant="primary" size="small">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
