'use client'

import { useTranslations } from 'use-intl/react'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Card } from '@/components/ui/content/section'
import { Tabs } from '@/components/ui/controls/tabs'
import type { OutboxMessageDetail } from '@/server/messaging/schema'

export function MessageContentTabs({ message }: { message: OutboxMessageDetail }) {
  const t = useTranslations('outbox')
  const { html, text, headers } = message
  const textCard = (
    <Card>
      <PlainText text={text} />
    </Card>
  )
  if (html === null) return textCard
  return (
    <Tabs
      label={t('view')}
      tabs={[
        { value: 'preview', label: t('preview'), content: <Preview html={html} /> },
        { value: 'text', label: t('text'), content: textCard },
        {
          value: 'headers',
          label: t('headers'),
          content: (
            <CodeBlock
              code={Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          ),
        },
      ]}
    />
  )
}

/** Sandboxed: no scripts, forms or origin; links may only open a new tab. */
function Preview({ html }: { html: string }) {
  const t = useTranslations('outbox')
  return (
    <figure className="grid gap-2">
      <iframe
        title={t('previewFrame')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        className="h-[720px] w-full rounded-card border bg-[#fff]"
      />
      <figcaption className="text-13 text-ink-faint">{t('previewHelp')}</figcaption>
    </figure>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="font-mono text-13 wrap-anywhere whitespace-pre-wrap">
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a
            // The same URL may occur twice, so the index is part of its identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            href={part}
            target="_blank"
            rel="noreferrer"
            className="text-accent-text underline underline-offset-2"
          >
            {part}
          </a>
        ),
      )}
    </p>
  )
}
