'use client'

import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { LOGO_ACCEPT, LOGO_MAX_BYTES } from '@/server/sender-profile/constants'
import type { SenderSettings } from '@/server/sender-profile/schema'
import { formatNumber } from '../format'
import { trpc } from '../trpc'
import { Section } from '../ui/content/section'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'
import { useMutationAction } from '../use-mutation-action'

/** Saved as soon as a file is chosen. */
export function LogoSection({ sender: { logo, organizationName } }: { sender: SenderSettings }) {
  const t = useTranslations('sender.logo')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const { run, pending } = useMutationAction()
  const upload = (file: File) => {
    if (file.size > LOGO_MAX_BYTES) {
      const [size, maximum] = [Math.ceil(file.size / 1000), LOGO_MAX_BYTES / 1000]
      toast.error(t('tooLarge', { size: formatNumber(size, locale), maximum: formatNumber(maximum, locale) }))
      return
    }
    run(async () => {
      await trpc.sender.uploadLogo.mutate({ image: await readAsBase64(file) })
      return { success: t('uploaded') }
    })
  }
  const remove = () =>
    run(async () => {
      await trpc.sender.deleteLogo.mutate()
      return { success: t('deleted') }
    })
  return (
    <Section title={t('title')} description={t('help')} frame="card">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {logo ? (
          // oxlint-disable-next-line next/no-img-element -- already in its size, and cached for good
          <img
            src={logo.path}
            alt={organizationName}
            width={logo.width}
            height={logo.height}
            className="rounded-control border"
          />
        ) : (
          <p className="text-13 text-ink-faint">{t('none')}</p>
        )}
        <input
          ref={input}
          type="file"
          accept={LOGO_ACCEPT}
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload(file)
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button pending={pending} onClick={() => input.current?.click()}>
            <Upload size={16} aria-hidden />
            {t(logo ? 'replace' : 'upload')}
          </Button>
          {logo && (
            <Button variant="ghost" disabled={pending} onClick={remove}>
              <Trash2 size={16} aria-hidden />
              {t('delete')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

function readAsBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}
