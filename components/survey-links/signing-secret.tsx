'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SurveyLinkReference } from '@/server/survey-links/schema'
import type { SurveyWidgetReference } from '@/server/survey-widgets/schema'
import { trpc } from '../trpc'
import { InlineCode } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

/** Of a widget or an open link. Revealed on request only, in case the screen is shared. */
export function SigningSecret({ reference }: { reference: SurveyWidgetReference | SurveyLinkReference }) {
  const t = useTranslations('surveyWidgets.identity')
  const { perform, run, pending } = useMutationAction()
  const [secret, setSecret] = useState<string | null>(null)

  const call = async (procedure: 'revealSecret' | 'rotateSecret') => {
    const answer =
      'widgetId' in reference
        ? await trpc.surveyWidgets[procedure].mutate(reference)
        : await trpc.surveyLinks[procedure].mutate(reference)
    return answer.data.secret
  }
  const show = () =>
    run(async () => {
      setSecret(await call('revealSecret'))
      return {}
    })
  const rotate = async () => {
    await perform(async () => {
      setSecret(await call('rotateSecret'))
      return { success: t('rotated') }
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {secret === null ? (
        <span className="text-ink-faint">
          <span aria-hidden>••••••••••••</span>
          <span className="sr-only">{t('hidden')}</span>
        </span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <InlineCode>{secret}</InlineCode>
          <CopyButton text={secret} />
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        <Button
          size="small"
          pending={pending && secret === null}
          onClick={secret === null ? show : () => setSecret(null)}
        >
          {t(secret === null ? 'show' : 'hide')}
        </Button>
        <ConfirmDialog
          trigger={<Button size="small">{t('rotate')}</Button>}
          title={t('rotateTitle')}
          action={t('rotateAction')}
          tone="primary"
          onConfirm={rotate}
        >
          <p>{t('rotateBody')}</p>
        </ConfirmDialog>
      </span>
    </div>
  )
}
