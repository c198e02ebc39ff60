import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { LOCALES, type Locale } from '@/server/messages/locale'
import { backgroundTrpc } from '../trpc'
import { Section } from '../ui/content/section'
import { Select } from '../ui/controls/select'
import { Field } from '../ui/forms/field'
import type { SenderDraft } from './sender-draft'

const PAUSE_MS = 400

type SenderPreviewProps = {
  draft: SenderDraft
  /** Of the stored logo: another one loads the preview again. */
  logoPath: string | null
  /** With the draft and the logo of the first render. */
  initialHtml: string
}

/** A survey email as the unsaved form would make it, from the server's template. An invalid draft keeps the former preview. */
export function SenderPreview({ draft, logoPath, initialHtml }: SenderPreviewProps) {
  const t = useTranslations('sender.preview')
  const tCommon = useTranslations('common')
  const locale = useLocale()
  const [language, setLanguage] = useState<Locale>(locale)
  const input = JSON.stringify({ ...draft, language })
  const version = `${logoPath} ${input}`
  const [shown, setShown] = useState({ version, html: initialHtml })
  useEffect(() => {
    if (version === shown.version) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void backgroundTrpc.sender.preview
        .mutate(JSON.parse(input) as SenderDraft & { language: Locale }, { signal: controller.signal })
        .then(({ data }) => setShown({ version, html: data.html }))
        // An unfinished colour code, or the service is unreachable: saving reports both.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [input, version, shown.version])
  return (
    <Section title={t('title')} description={t('help')}>
      <Field label={t('language')} className="max-w-40">
        <Select
          value={language}
          onChange={(event) => setLanguage(event.target.value as Locale)}
          options={LOCALES.map((value) => ({ value, label: tCommon(`language.${value}`) }))}
        />
      </Field>
      {/* Nothing in it runs or submits. */}
      <iframe
        title={t('frame')}
        sandbox=""
        srcDoc={shown.html}
        className="h-[44rem] w-full rounded-card border bg-surface"
        style={{ colorScheme: 'light' }}
      />
    </Section>
  )
}
