import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CreatedApiKey } from '@/server/api-keys/schema'
import { Callout } from '../ui/content/callout'
import { CodeBlock } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { UnsavedChangesGuard } from '../ui/forms/unsaved-changes-guard'
import { Dialog, DialogClose } from '../ui/overlays/dialog'

export type IssueApiKeySecretDialogProps = {
  trigger: ReactElement
  open: boolean
  onOpen: () => void
  /** Called once no unsaved secret is left. */
  onClose: () => void
  pending: boolean
  title: string
  size?: 'medium' | 'large'
  action: ReactNode
  created: { apiKey: CreatedApiKey; title: string; body: ReactNode } | null
  children: ReactNode
}

/** Shows the created secret once. Asks for confirmation before closing uncopied. */
export function IssueApiKeySecretDialog(props: IssueApiKeySecretDialogProps) {
  const { trigger, open, onOpen, onClose, pending, title, size = 'large', action, created, children } = props
  const t = useTranslations('settings.apiKeys')
  const [copied, setCopied] = useState<string | null>(null)

  const change = (next: boolean) => {
    if (pending) return
    if (next) onOpen()
    else onClose()
  }
  return (
    <Dialog
      trigger={trigger}
      open={open}
      onOpenChange={change}
      size={size}
      title={created?.title ?? title}
      footer={
        created ? (
          <DialogClose>
            <Button variant="primary">{t('done')}</Button>
          </DialogClose>
        ) : (
          action
        )
      }
    >
      {created ? (
        <>
          <UnsavedChangesGuard
            active={copied !== created.apiKey.key}
            texts={{ title: t('storedTitle'), body: t('storedBody'), leave: t('storedYes'), stay: t('storedNo') }}
          />
          <CreatedSecret apiKey={created.apiKey} onCopied={() => setCopied(created.apiKey.key)}>
            {created.body}
          </CreatedSecret>
        </>
      ) : (
        children
      )}
    </Dialog>
  )
}

type CreatedSecretProps = { apiKey: CreatedApiKey; onCopied: () => void; children: ReactNode }

function CreatedSecret({ apiKey, onCopied, children }: CreatedSecretProps) {
  const t = useTranslations('settings.apiKeys')
  const path = findReadablePath(apiKey.scopes)
  return (
    // Manual selection and copying counts.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" onCopy={onCopied}>
      <Callout tone="neutral">{children}</Callout>
      <CodeBlock title={t('key')} code={apiKey.key} onCopied={onCopied} />
      {path !== null && (
        <CodeBlock
          title={t('try')}
          code={`curl '${window.location.origin}/api/v1/${path}?limit=1' \\\n  -H 'X-API-Key: ${apiKey.key}'`}
          onCopied={onCopied}
        />
      )}
    </div>
  )
}

function findReadablePath(scopes: readonly string[]): string | null {
  if (scopes.includes('admin')) return 'contacts'
  const readable = scopes.find((scope) => scope.endsWith(':read') || scope.endsWith(':*'))
  return readable?.split(':')[0] ?? null
}
