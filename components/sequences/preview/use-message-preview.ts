import { useEffect, useState } from 'react'
import { backgroundTrpc, useParseCallError } from '@/components/trpc'
import type { MessageDraft, MessagePreview, PreviewMessage } from '@/server/sequences/preview/schema'
import type { Language } from '@/server/validation/schema'

const RELOAD_DELAY_MS = 350

/**
 * The message of a draft, composed by the server shortly after the last change. Keeps the last one while the draft is incomplete.
 * @param contactId empty for a sample person
 * @param language null for that of the contact
 */
export function useMessagePreview(draft: MessageDraft | null, contactId: string, language: Language | null) {
  const toFailure = useParseCallError()
  const [preview, setPreview] = useState<MessagePreview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const input = draft && JSON.stringify({ draft, contactId: contactId || null, language })

  useEffect(() => {
    if (input === null) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      backgroundTrpc.sequences.previewMessage
        .mutate(JSON.parse(input) as PreviewMessage, { signal: controller.signal })
        .then(({ data }) => {
          setFailure(null)
          return setPreview(data)
        })
        .catch((error: unknown) => controller.signal.aborted || setFailure(toFailure(error).summary))
    }, RELOAD_DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the translated messages do not change the preview
  }, [input])

  return { preview, failure }
}
