'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from './button'
import { IconButton } from './icon-button'

export type CopyButtonProps = {
  text: string
  label?: string
  onCopied?: (() => void) | undefined
}

const FEEDBACK_MS = 1600

export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const t = useTranslations('common')
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    onCopied?.()
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      {label === undefined ? (
        <IconButton icon={Icon} label={copied ? t('copied') : t('copy')} size="small" onClick={() => void copy()} />
      ) : (
        <Button size="small" onClick={() => void copy()}>
          <Icon size={14} aria-hidden />
          {copied ? t('copied') : label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}
