'use client'

import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SurveyLinkPoster as Poster } from '@/server/survey-links/schema'
import { Button } from '../ui/controls/button'
import { Textarea } from '../ui/controls/textarea'
import { Field } from '../ui/forms/field'
import { QrSvg } from './qr-svg'

const HEADLINE_MAX_CHARACTERS = 120

/** The sheet is all that is printed. */
export function SurveyLinkPoster({ poster: { link, organization, qr } }: { poster: Poster }) {
  const t = useTranslations('sharing.link')
  const [headline, setHeadline] = useState(t('headlineDefault'))
  const { name, logo } = organization
  return (
    <div className="grid gap-4">
      <div data-print="hide" className="flex flex-wrap items-end gap-3">
        <div className="min-w-64 flex-1">
          <Field label={t('headline')}>
            <Textarea
              rows={2}
              value={headline}
              maxLength={HEADLINE_MAX_CHARACTERS}
              onChange={(event) => setHeadline(event.target.value)}
            />
          </Field>
        </div>
        <Button variant="primary" onClick={() => print()}>
          <Printer size={16} aria-hidden />
          {t('print')}
        </Button>
      </div>
      <div className="w-full max-w-[420px] [container-type:inline-size] print:max-w-none">
        <div
          className="poster grid aspect-[210/297] content-between justify-items-center gap-4 rounded-card border border-line p-[10cqw] text-center leading-snug print:border-0"
          style={{ background: '#fff', color: '#000' }}
        >
          {logo ? (
            // biome-ignore lint/performance/noImgElement: the image is ours, with its size
            // oxlint-disable-next-line next/no-img-element -- the image is ours, with its size
            <img src={logo.path} alt={name} width={logo.width} height={logo.height} className="max-h-[12%] w-auto" />
          ) : (
            <p className="text-[5cqw] font-semibold">
              <bdi>{name}</bdi>
            </p>
          )}
          <p dir="auto" className="text-[9cqw] leading-tight font-bold text-balance wrap-anywhere">
            {headline}
          </p>
          <QrSvg qr={qr} label={t('alt', { url: link.url })} className="w-[52cqw]" />
          <p className="text-[3.6cqw] leading-normal wrap-anywhere">
            {t('scan')}
            <br />
            <span className="font-mono font-semibold">{link.url.replace(/^https?:\/\//, '')}</span>
          </p>
        </div>
      </div>
    </div>
  )
}
