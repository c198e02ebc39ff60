'use client'

import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { CHAT_CHANNEL_KINDS, CHAT_CHANNELS_PER_RULE_MAX } from '@/server/alerts/constants'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Fieldset } from '../ui/forms/field'
import { FormField } from '../ui/forms/form'
import type { RuleFormValues } from './rule-form-values'

/** Channels of a rule. A stored channel shows its name only: its URL is a secret and is never returned. */
export function ChatChannelFields({ control }: { control: Control<RuleFormValues> }) {
  const t = useTranslations('alerts')
  const { fields, append, remove } = useFieldArray({ control, name: 'channels', keyName: 'key' })
  return (
    <Fieldset label={t('form.channels')} help={t('form.channelsHelp')}>
      {fields.map((channel, index) => (
        <div key={channel.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          {channel.id === '' ? (
            <div className="grid gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <FormField control={control} name={`channels.${index}.kind`} label={t('form.channel')} hideLabel>
                {(field) => (
                  <Select
                    {...field}
                    options={CHAT_CHANNEL_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                  />
                )}
              </FormField>
              <FormField control={control} name={`channels.${index}.address`} label={t('form.address')} hideLabel>
                {(field) => <Input {...field} type="url" placeholder="https://" autoComplete="off" />}
              </FormField>
            </div>
          ) : (
            <p className="flex min-h-8 min-w-0 items-center gap-2 text-14">
              {t(`kinds.${channel.kind}`)}
              <span className="truncate text-ink-soft">{channel.hint}</span>
            </p>
          )}
          <IconButton icon={X} label={t('form.removeChannel', { number: index + 1 })} onClick={() => remove(index)} />
        </div>
      ))}
      {fields.length < CHAT_CHANNELS_PER_RULE_MAX && (
        <div>
          <Button size="small" onClick={() => append({ id: '', kind: 'slack', hint: '', address: '' })}>
            <Plus size={14} aria-hidden />
            {t('form.addChannel')}
          </Button>
        </div>
      )}
    </Fieldset>
  )
}
