'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { InlineCode } from '@/components/ui/content/code-block'
import { Button } from '@/components/ui/controls/button'
import { CopyButton } from '@/components/ui/controls/copy-button'
import { useMutationAction } from '@/components/use-mutation-action'

/** Shown on request only, in case the screen is shared. */
export function ShownAddress({ sequenceId }: { sequenceId: string }) {
  const t = useTranslations('trigger')
  const { run, pending } = useMutationAction()
  const [url, setUrl] = useState<string | null>(null)
  const show = () =>
    run(async () => {
      setUrl((await trpc.triggerAddresses.reveal.mutate({ sequenceId })).data.url)
      return {}
    })
  return (
    <span className="grid min-w-0 justify-items-start gap-1.5">
      {url !== null && (
        <span className="flex min-w-0 items-center gap-1">
          <InlineCode>{url}</InlineCode>
          <CopyButton text={url} />
        </span>
      )}
      <Button size="small" pending={pending} onClick={url === null ? show : () => setUrl(null)}>
        {t(url === null ? 'show' : 'hide')}
      </Button>
      <span className="text-13 text-ink-faint">{t('secretHint')}</span>
    </span>
  )
}
