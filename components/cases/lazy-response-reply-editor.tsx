'use client'

import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { v7 as uuidv7 } from 'uuid'
import { Button } from '../ui/controls/button'
import { UnsavedChangesGuard } from '../ui/forms/unsaved-changes-guard'
import { useLazyModule } from '../ui/use-lazy-module'
import type { LazyResponseReplyEditorProps, ResponseReplyDraft } from './response-reply-editor'

/** The form opens only by its button, so that it is not mistaken for the internal note form. */
export function LazyResponseReplyEditor(props: LazyResponseReplyEditorProps) {
  const t = useTranslations('cases.reply')
  const [isOpen, setOpen] = useState(false)
  const { code, load } = useLazyModule(async () => import('./response-reply-editor'))
  const [draft, setDraft] = useState<ResponseReplyDraft | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const toDraftId = useDraftId()
  const close = (unsent: ResponseReplyDraft | null) => {
    setDraft(unsent)
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen && code)
    return <code.ResponseReplyEditor {...props} initialDraft={draft} getDraftId={toDraftId} onClose={close} />
  return (
    <div>
      <UnsavedChangesGuard active={draft !== null} />
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
  return (fields: ResponseReplyDraft) => {
    const content = JSON.stringify(fields)
    if (draft.current.content !== content) draft.current = { content, id: uuidv7() }
    return draft.current.id
  }
}
