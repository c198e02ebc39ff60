'use client'

import { useTranslations } from 'use-intl/react'
import { CodeBlock } from '../ui/content/code-block'
import { Tabs } from '../ui/controls/tabs'
import type { SentRequest } from './curl-command'

export function DeliveryRequest({ request }: { request: SentRequest }) {
  const t = useTranslations('webhooks.delivery')
  const { headers, body } = request
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CodeBlock
        title={t('headers')}
        code={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
      <Tabs
        label={t('view')}
        tabs={[
          { value: 'formatted', label: t('formatted'), content: <Body title={t('body')} code={formatJson(body)} /> },
          { value: 'raw', label: t('raw'), content: <Body title={t('rawBody')} code={body} wrap /> },
        ]}
      />
    </div>
  )
}

function Body({ title, code, wrap = false }: { title: string; code: string; wrap?: boolean }) {
  return (
    <CodeBlock
      title={title}
      code={code}
      className={`[&_pre]:max-h-[480px] [&_pre]:overflow-y-auto ${wrap ? '[&_pre]:break-all [&_pre]:whitespace-pre-wrap' : ''}`}
    />
  )
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
