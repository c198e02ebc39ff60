'use client'

import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { v7 as uuidv7 } from 'uuid'
import { Button } from '../ui/controls/button'
import { UnsavedGuard } from '../ui/forms/unsaved-changes-guard'
import { useOnDemand } from '../ui/use-lazy-module'
import type { ReplyDraft, ReplyFormProps } from './response-reply-editor'

/** The form opens only by its button, so that it is not mistaken for the internal note form. */
export function ReplyForm(props: ReplyFormProps) {
  const t = useTranslations('cases.reply')
  const [isOpen, setOpen] = useState(false)
  const { code, load } = useOnDemand(async () => import('./response-reply-editor'))
  const [draft, setDraft] = useState<ReplyDraft | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const toDraftId = useDraftId()
  const close = (unsent: ReplyDraft | null) => {
    setDraft(unsent)
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen && code) return <code.ReplyEditor {...props} begun={draft} toDraftId={toDraftId} onClose={close} />
  return (
    <div>
      <UnsavedGuard active={draft !== null} />
      <Button ref={button} aria-keyshortcuts="r" onClick={() => void load().then(setOpen)}>
        <Mail size={14} aria-hidden />
        {t(draft ? 'resume' : 'open')}
      </Button>
    </div>
  )
}

/** Idempotency id per text: a retry after a lost response reuses it; a changed text is another email. */
function useDraftId() {
  const draft = useRef({ content: '', id: '' })
  return (fields: ReplyDraft) => {
    const content = JSON.stringify(fields)
    if (draft.current.content !== content) draft.current = { content, id: uuidv7() }
    return draft.current.id
  }
}
