'use client'

import { CopyButton } from '../ui/controls/copy-button'
import { useReaderKey } from './reader-key'
import { KEY_PLACEHOLDER } from './samples'

export function CopySample({ text }: { text: string }) {
  const [key] = useReaderKey()
  return <CopyButton text={key === '' ? text : text.replaceAll(KEY_PLACEHOLDER, key)} />
}
