'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { searchContacts } from '@/components/contacts/search-contacts'
import { Callout } from '@/components/ui/content/callout'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Combobox } from '@/components/ui/controls/combobox'
import type { FillPlaceholder } from '@/components/ui/forms/placeholder-values'
import { parseTemplate } from '@/server/messaging/message-template'
import type { MessageDraft, MessagePreview as Preview } from '@/server/sequences/preview/schema'
import type { Language } from '@/server/validation/schema'
import { ReasonText } from '../reason-text'
import { EmailPreview } from './email-preview'
import { SendTest } from './send-test'
import { SmsPreview } from './sms-preview'
import { ToggleGroup } from './toggle-group'
import { useMessagePreview } from './use-message-preview'

export type MessagePreviewProps = {
  label: string
  /** Null while it is incomplete. */
  draft: MessageDraft | null
  /** What can be sent as a test: the message, or several. */
  tests: readonly { label: string; drafts: readonly MessageDraft[] }[]
  testHelp?: string
  onPlaceholders?: (fill: FillPlaceholder) => void
}

/** What the recipient of an unsaved message gets, and a test of it. */
export function MessagePreview({ label, draft, tests, testHelp, onPlaceholders }: MessagePreviewProps) {
  const t = useTranslations('preview')
  const common = useTranslations('common')
  const [contactId, setContactId] = useState('')
  const [language, setLanguage] = useState<Language | null>(null)
  const { preview, failure } = useMessagePreview(draft, contactId, language)

  useEffect(() => {
    if (preview) onPlaceholders?.((text) => fillPlaceholder(text, preview.placeholders))
  }, [preview, onPlaceholders])

  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-40 grow">
          <Combobox
            label={t('contact')}
            placeholder={t('sample')}
            value={contactId}
            search={searchContacts}
            onChange={(id) => {
              setContactId(id)
              setLanguage(null)
            }}
          />
        </span>
        <ToggleGroup
          label={t('language')}
          value={preview?.language ?? null}
          onChange={setLanguage}
          options={(['en', 'fr'] as const).map((value) => ({ value, label: common(`language.${value}`) }))}
        />
      </div>
      {preview?.reason && (
        <Callout tone="neutral" title={t('notReached')}>
          <ReasonText reason={preview.reason} />
        </Callout>
      )}
      {draft === null && <p className="text-13 text-ink-soft">{t('incomplete')}</p>}
      {failure !== null && <Callout tone="neutral">{failure}</Callout>}
      {preview ? (
        <PreviewContent preview={preview} />
      ) : (
        draft && failure === null && <Skeleton className="h-96 rounded-card" />
      )}
      <SendTest tests={tests} contactId={contactId} language={language} {...(testHelp ? { help: testHelp } : {})} />
    </section>
  )
}

function PreviewContent({ preview }: { preview: Preview }) {
  return preview.channel === 'email' ? <EmailPreview email={preview} /> : <SmsPreview sms={preview} />
}

function fillPlaceholder(text: string, values: Readonly<Record<string, string>>): string {
  return parseTemplate(text)
    .map((part) => (typeof part === 'string' ? part : values[part.name] || part.fallback))
    .join('')
}
