'use client'

import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import type { TriggerValues } from './trigger-form-values'

type SignatureFieldsProps = { control: Control<TriggerValues>; hasSecret: boolean }

const SCHEMES = ['none', 'body', 'stripe', 'zendesk', 'hubspot'] as const

export function SignatureFields({ control, hasSecret }: SignatureFieldsProps) {
  const t = useTranslations('trigger.signature')
  const scheme = useWatch({ control, name: 'scheme' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormField
        control={control}
        name="scheme"
        errorPath="settings.signature"
        label={t('scheme')}
        help={scheme === 'none' ? t('unsafe') : undefined}
      >
        {(field) => <Select {...field} options={SCHEMES.map((value) => ({ value, label: t(value) }))} />}
      </FormField>
      {scheme === 'body' && <HeaderFields control={control} />}
      {scheme !== 'none' && (
        <FormField control={control} name="signingSecret" label={t('key')} help={hasSecret ? t('kept') : undefined}>
          {(field) => <Input {...field} maxLength={500} autoComplete="off" spellCheck={false} />}
        </FormField>
      )}
    </div>
  )
}

function HeaderFields({ control }: { control: Control<TriggerValues> }) {
  const t = useTranslations('trigger.signature')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-2">
      <FormField control={control} name="header" errorPath="settings.signature.header" label={t('header')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField control={control} name="prefix" errorPath="settings.signature.prefix" label={t('prefix')} optional>
        {(field) => <Input {...field} maxLength={20} placeholder="sha256=" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField control={control} name="algorithm" errorPath="settings.signature.algorithm" label={t('algorithm')}>
        {(field) => (
          <Select
            {...field}
            options={[
              { value: 'sha256', label: 'HMAC-SHA256' },
              { value: 'sha1', label: 'HMAC-SHA1' },
            ]}
          />
        )}
      </FormField>
      <FormField control={control} name="encoding" errorPath="settings.signature.encoding" label={t('encoding')}>
        {(field) => (
          <Select
            {...field}
            options={[
              { value: 'hex', label: 'Hex' },
              { value: 'base64', label: 'Base64' },
            ]}
          />
        )}
      </FormField>
    </div>
  )
}
