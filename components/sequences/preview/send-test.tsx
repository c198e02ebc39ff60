import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type CallFailure, trpc, useParseCallError } from '@/components/trpc'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { TextLink } from '@/components/ui/controls/text-link'
import type { MessageDraft, TestMessageResult } from '@/server/sequences/preview/schema'
import type { Language } from '@/server/validation/schema'

type SendTestProps = {
  tests: readonly { label: string; drafts: readonly MessageDraft[] }[]
  contactId: string
  language: Language | null
  help?: string
}

/** Sends marked messages to the signed-in user, and says what became of each. */
export function SendTest({ tests, contactId, language, help }: SendTestProps) {
  const t = useTranslations('preview.test')
  const toFailure = useParseCallError()
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [results, setResults] = useState<readonly TestMessageResult[]>([])

  async function send(label: string, drafts: readonly MessageDraft[]) {
    setPending(label)
    setFailure(null)
    setResults([])
    try {
      const { data } = await trpc.sequences.sendTest.mutate({
        drafts: [...drafts],
        contactId: contactId || null,
        language,
      })
      setResults(data)
    } catch (error) {
      setFailure(toFailure(error))
    }
    setPending(null)
  }

  const sendable = tests.filter(({ drafts }) => drafts.length > 0)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {sendable.map(({ label, drafts }) => (
          <Button
            key={label}
            pending={pending === label}
            disabled={pending !== null && pending !== label}
            onClick={() => void send(label, drafts)}
          >
            <Send size={14} aria-hidden />
            {label}
          </Button>
        ))}
      </div>
      {help !== undefined && <p className="text-13 text-ink-faint">{help}</p>}
      {failure !== null && (
        <Callout tone="negative">
          <p>{failure.summary}</p>
          {/* An address or number of the user that is not confirmed. */}
          {failure.details.recipient && (
            <TextLink href="/settings/profile" target="_blank">
              {t('openProfile')}
            </TextLink>
          )}
        </Callout>
      )}
      <ol aria-live="polite" className="grid gap-1 text-13 empty:hidden">
        {results.map((result, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- in the order of the messages
          <li key={index} className="wrap-anywhere">
            {results.length > 1 && `${index + 1}. `}
            <ResultText {...result} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function ResultText({ state, recipient, words }: TestMessageResult) {
  const t = useTranslations('preview.test')
  if (state === 'captured')
    return t.rich('captured', {
      link: (text) => (
        <TextLink href="/outbox" target="_blank">
          {text}
        </TextLink>
      ),
    })
  if (state === 'failed') return t('failed', { recipient, words: words ?? '' })
  return t(state, { recipient })
}
