import { useTranslations } from 'use-intl/react'
import { PAGE_CORNERS, PAGE_FONTS, PAGE_SCHEMES } from '@/server/sender-profile/constants'
import type { PageLook } from '@/server/sender-profile/schema'
import { Select } from '../ui/controls/select'
import { Field } from '../ui/forms/field'
import type { LabeledFieldValue } from '../ui/forms/use-conflict-detection'

type PageLookFieldsProps = { look: PageLook; onChange: (look: PageLook) => void }

export function PageLookFields({ look, onChange }: PageLookFieldsProps) {
  const t = useTranslations('sender.look')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(180px,100%),1fr))] gap-x-4 gap-y-5">
      <Field label={t('corners.label')}>
        <Select
          value={look.corners}
          onChange={(event) => onChange({ ...look, corners: event.target.value as PageLook['corners'] })}
          options={PAGE_CORNERS.map((value) => ({ value, label: t(`corners.${value}`) }))}
        />
      </Field>
      <Field label={t('font.label')} help={look.font === 'geist' ? t('font.geistHelp') : undefined}>
        <Select
          value={look.font}
          onChange={(event) => onChange({ ...look, font: event.target.value as PageLook['font'] })}
          options={PAGE_FONTS.map((value) => ({ value, label: t(`font.${value}`) }))}
        />
      </Field>
      <Field label={t('scheme.label')}>
        <Select
          value={look.scheme}
          onChange={(event) => onChange({ ...look, scheme: event.target.value as PageLook['scheme'] })}
          options={PAGE_SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
        />
      </Field>
    </div>
  )
}

export function usePageLookDescription() {
  const t = useTranslations('sender.look')
  return ({ corners, font, scheme }: PageLook): LabeledFieldValue[] => [
    [t('corners.label'), t(`corners.${corners}`)],
    [t('font.label'), t(`font.${font}`)],
    [t('scheme.label'), t(`scheme.${scheme}`)],
  ]
}
