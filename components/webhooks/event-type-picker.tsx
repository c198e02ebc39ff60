'use client'

import { useTranslations } from 'use-intl/react'
import { TRIGGER_TYPES } from '@/server/webhooks/constants'
import type { TriggerType } from '@/server/webhooks/schema'
import { Checkbox } from '../ui/controls/checkbox'
import { Fieldset } from '../ui/forms/field'

export type EventTypePickerProps = {
  label: string
  value: readonly TriggerType[]
  error: string | undefined
  onChange: (kinds: TriggerType[]) => void
}

export function EventTypePicker({ label, value, error, onChange }: EventTypePickerProps) {
  const t = useTranslations('webhooks')
  return (
    <div data-field="triggerTypes">
      <Fieldset label={label} error={error}>
        <div className="grid gap-2.5">
          {TRIGGER_TYPES.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`kind.${kind}`)}
              help={t(`kindHelp.${kind}`)}
              checked={value.includes(kind)}
              // In list order, regardless of the click order.
              onChange={(on) => onChange(TRIGGER_TYPES.filter((each) => (each === kind ? on : value.includes(each))))}
            />
          ))}
        </div>
      </Fieldset>
    </div>
  )
}
