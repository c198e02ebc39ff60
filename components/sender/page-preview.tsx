import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { PageLook } from '@/server/sender-profile/schema'
import { METRIC_QUESTION_TEXTS } from '@/server/surveys/constants'
import { Button } from '../ui/controls/button'

const PAUSE_MS = 350
/** CSS pixels of the page in the frame, which is scaled to the room that there is. */
const WIDTHS = { phone: 390, desk: 1280 }
const SHOWN_HEIGHT = 560

type PagePreviewProps = {
  brandColor: string | null
  look: PageLook
}

/** A survey page and its thanks as the unsaved form would make them, from the server's template. An invalid draft keeps the former preview. */
export function PagePreview({ brandColor, look }: PagePreviewProps) {
  const t = useTranslations('sender.look.preview')
  const [page, setPage] = useState<'form' | 'thanks'>('form')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const shownLook = look.scheme === 'auto' ? { ...look, scheme } : look
  const html = usePreviewHtml({ page, branding: { brandColor, look: shownLook } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Choices label={t('page')} value={page} choices={{ form: t('form'), thanks: t('thanks') }} onChoose={setPage} />
        <Choices
          label={t('width')}
          value={width}
          choices={{ phone: t('phone'), desk: t('desk') }}
          onChoose={setWidth}
        />
        {look.scheme === 'auto' && (
          <Choices
            label={t('scheme')}
            value={scheme}
            choices={{ light: t('light'), dark: t('dark') }}
            onChoose={setScheme}
          />
        )}
      </div>
      <ScaledFrame title={t('frame')} html={html} width={WIDTHS[width]} />
    </div>
  )
}

type Draft = { page: 'form' | 'thanks'; branding: { brandColor: string | null; look: PageLook } }

function usePreviewHtml({ page, branding }: Draft): string {
  const t = useTranslations('sender.look.preview')
  const language = useLocale()
  const [html, setHtml] = useState('')
  // None is required, so that the button to send is visible.
  const questions = [
    { id: 'nps', type: 'nps', required: false, text: METRIC_QUESTION_TEXTS.nps },
    {
      id: 'what',
      type: 'single_choice',
      required: false,
      text: t('choice'),
      options: toOptions([t('service'), t('price')]),
    },
    { id: 'more', type: 'text', required: false, text: t('text') },
  ]
  const body = JSON.stringify({
    type: 'custom',
    questions,
    language,
    branding,
    ...(page === 'thanks' ? { page: 'plain' } : {}),
  })
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void fetch('/surveys/draft/preview', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: controller.signal,
      })
        .then(async (response) => response.ok && setHtml(await response.text()))
        // An unfinished colour code, or the service is unreachable: saving reports both.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body])
  return html
}

function toOptions(labels: readonly string[]) {
  return labels.map((label, index) => ({ id: `option${index}`, label }))
}

function ScaledFrame({ title, html, width }: { title: string; html: string; width: number }) {
  const room = useRef<HTMLDivElement>(null)
  const [roomWidth, setRoomWidth] = useState<number>(WIDTHS.phone)
  useEffect(() => {
    if (!room.current) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setRoomWidth(entry.contentRect.width))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, roomWidth / width)
  return (
    <div ref={room} className="overflow-hidden" style={{ height: SHOWN_HEIGHT }}>
      {/* Nothing in it runs, submits or navigates. */}
      <iframe
        title={title}
        sandbox=""
        srcDoc={html}
        className="origin-top-left rounded-card border bg-canvas"
        style={{ width, height: SHOWN_HEIGHT / scale, transform: `scale(${scale})` }}
      />
    </div>
  )
}

type ChoicesProps<Value extends string> = {
  label: string
  value: Value
  choices: Record<Value, string>
  onChoose: (value: Value) => void
}

function Choices<Value extends string>({ label, value, choices, onChoose }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex gap-1">
      {(Object.entries(choices) as [Value, string][]).map(([choice, name]) => (
        <Button
          key={choice}
          type="button"
          size="small"
          variant={choice === value ? 'secondary' : 'ghost'}
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
