import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MessagePreview } from '@/server/sequences/preview/schema'
import { type ColorScheme, renderInColorScheme } from './render-in-color-scheme'
import { ToggleGroup } from './toggle-group'

const WIDTHS_PX = { phone: 320, computer: 640 }
const VIEWS = ['phone', 'computer', 'text'] as const

export function EmailPreview({ email }: { email: Extract<MessagePreview, { channel: 'email' }> }) {
  const t = useTranslations('preview')
  const [view, setView] = useState<(typeof VIEWS)[number]>('phone')
  const [scheme, setScheme] = useState<ColorScheme>('light')
  return (
    <>
      <InboxLine {...email} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ToggleGroup
          label={t('view')}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {view !== 'text' && (
          <ToggleGroup
            label={t('scheme')}
            value={scheme}
            onChange={setScheme}
            options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`schemes.${value}`) }))}
          />
        )}
      </div>
      {view === 'text' ? (
        <p
          // Scrolls, so it must be focusable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          dir="auto"
          className="max-h-[600px] overflow-y-auto rounded-card border bg-sunken p-3 font-mono text-13 wrap-anywhere whitespace-pre-wrap"
        >
          {email.text}
        </p>
      ) : (
        <MailFrame html={renderInColorScheme(email.html, scheme)} width={WIDTHS_PX[view]} scheme={scheme} />
      )}
      {view !== 'text' && scheme === 'dark' && <p className="text-13 text-ink-faint">{t('darkNote')}</p>}
    </>
  )
}

function InboxLine({ from, replyTo, subject, preheader }: Extract<MessagePreview, { channel: 'email' }>) {
  const t = useTranslations('preview')
  return (
    <div role="group" aria-label={t('inbox')} className="grid gap-0.5 rounded-card border bg-sunken px-3 py-2 text-13">
      <p dir="auto" className="truncate text-ink-soft">
        {from}
      </p>
      <p dir="auto" className="truncate text-14 font-semibold">
        {subject}
      </p>
      <p dir="auto" className="truncate text-ink-faint">
        {preheader}
      </p>
      {replyTo !== null && <p className="truncate text-ink-faint">{t('replyTo', { address: replyTo })}</p>}
    </div>
  )
}

const FRAME_HEIGHT_PX = 600

/** As wide as the mail; scaled down where there is less room. */
function MailFrame({ html, width, scheme }: { html: string; width: number; scheme: ColorScheme }) {
  const t = useTranslations('preview')
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, available / width)
  return (
    <div ref={box} className="overflow-hidden rounded-card border bg-sunken" style={{ height: FRAME_HEIGHT_PX }}>
      <div className="mx-auto origin-top-left" style={{ width: width * scale }}>
        <iframe
          title={t('frame', { width })}
          // Fully sandboxed: no scripts, forms or navigation.
          sandbox=""
          srcDoc={html}
          className="origin-top-left"
          style={{ width, height: FRAME_HEIGHT_PX / scale, transform: `scale(${scale})`, colorScheme: scheme }}
        />
      </div>
    </div>
  )
}
