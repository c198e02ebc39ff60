'use client'

import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'
import { CODE_LANGUAGES, type CodeLanguage } from './code-languages'
import { CopySample } from './copy-sample'
import { maskKey, useCodeLanguage, useStoredApiKey } from './docs-preferences'
import { KEY_PLACEHOLDER } from './request-samples'

export type CodeTabItem = {
  language: CodeLanguage
  /** The text that is copied, with the reader's key filled in. */
  code: string
  content: ReactNode
}

export type CodeTabsProps = {
  samples: readonly CodeTabItem[]
  title?: string
  tall?: boolean
}

/** Code samples in one or more languages with a copy button. The selected language applies to every block. */
export function CodeTabs({ samples, title, tall = false }: CodeTabsProps) {
  const t = useTranslations('docs')
  const [selected, select] = useCodeLanguage()
  const active = samples.find(({ language }) => language === selected) ?? samples[0]
  if (!active) return null
  const isSingle = samples.length === 1
  return (
    <Radix.Root value={active.language} onValueChange={select} asChild>
      <figure className="min-w-0 overflow-hidden rounded-card border bg-rail">
        <figcaption className="flex h-10 items-center justify-between gap-2 border-b pr-1.5 pl-3.5">
          {isSingle ? (
            <span className="truncate text-12 text-ink-soft">{title ?? CODE_LANGUAGES[active.language]}</span>
          ) : (
            <Radix.List
              aria-label={t('code.languages')}
              className="flex h-full min-w-0 gap-4 overflow-x-auto [scrollbar-width:none]"
            >
              {samples.map(({ language }) => (
                <Radix.Trigger key={language} value={language} className={TAB_STYLE}>
                  {CODE_LANGUAGES[language]}
                </Radix.Trigger>
              ))}
            </Radix.List>
          )}
          <CopySample text={active.code} />
        </figcaption>
        {isSingle ? (
          <Pre tall={tall} label={title ?? CODE_LANGUAGES[active.language]}>
            {active.content}
          </Pre>
        ) : (
          samples.map(({ language, content }) => (
            <Radix.Content key={language} value={language} tabIndex={-1}>
              <Pre tall={tall} label={CODE_LANGUAGES[language]}>
                {content}
              </Pre>
            </Radix.Content>
          ))
        )}
      </figure>
    </Radix.Root>
  )
}

const TAB_STYLE =
  '-mb-px shrink-0 border-b-2 border-transparent px-0.5 text-12 text-ink-soft transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink focus-visible:outline-offset-[-2px]'

function Pre({ tall, label, children }: { tall: boolean; label: string; children: ReactNode }) {
  return (
    <pre
      // Scrollable, so it must be focusable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={label}
      className={cn(
        'overflow-x-auto px-3.5 py-3 font-mono text-13 leading-5 text-ink focus-visible:outline-offset-[-2px]',
        tall && 'max-h-[70dvh] overflow-y-auto',
      )}
    >
      <code>{children}</code>
    </pre>
  )
}

/** Masked key inside a sample; only copying yields the whole key. */
export function MaskedApiKey() {
  const [key] = useStoredApiKey()
  return (
    <span className="rounded-mark bg-accent-soft text-accent-text">{key === '' ? KEY_PLACEHOLDER : maskKey(key)}</span>
  )
}
