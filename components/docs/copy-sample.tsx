'use client'

import { CopyButton } from '../ui/controls/copy-button'
import { useStoredApiKey } from './docs-preferences'
import { KEY_PLACEHOLDER } from './request-samples'

export function CopySample({ text }: { text: string }) {
  const [key] = useStoredApiKey()
  return <CopyButton text={key === '' ? text : text.replaceAll(KEY_PLACEHOLDER, key)} />
}
