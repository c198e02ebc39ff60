import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LOCALES } from '@/server/messages/locale'
import { PRIVACY_TEXT_MAX_CHARACTERS, PRIVACY_URL_MAX_CHARACTERS } from '@/server/sender-profile/constants'
import { Section } from '../ui/content/section'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { FormField } from '../ui/forms/form'
import type { SenderFields } from './sender-draft'

export function PrivacyFields({ control }: { control: Control<SenderFields> }) {
  const t = useTranslations('sender.privacy')
  return (
    <Section title={t('title')} description={t('help')} frame="card">
      <div className="grid gap-5">
        {LOCALES.map((language) => (
          <FormField
            key={language}
            control={control}
            name={`privacyNotice.text.${language}`}
            label={t('text', { language })}
            help={t(language === 'en' ? 'textHelp' : 'textFallback')}
            optional
          >
            {(field) => <Textarea {...field} rows={2} maxLength={PRIVACY_TEXT_MAX_CHARACTERS} lang={language} />}
          </FormField>
        ))}
        <FormField control={control} name="privacyNotice.url" label={t('url')} help={t('urlHelp')} optional>
          {(field) => (
            <Input
              {...field}
              type="url"
              maxLength={PRIVACY_URL_MAX_CHARACTERS}
              placeholder="https://example.com/privacy"
              autoComplete="off"
            />
          )}
        </FormField>
      </div>
    </Section>
  )
}
