import { ArrowDown, ArrowUp, Copy, Eye, GripVertical, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { type FillPlaceholder, PlaceholderValuesProvider } from '@/components/ui/forms/placeholder-values'
import { sendsMessage } from '@/server/sequences/constants'
import { StepFields, type StepFieldsProps } from './step-fields'
import { STEP_ICONS } from './step-icons'

// Loads once a preview is opened.
const StepPreview = dynamic(() => import('./preview/step-preview').then((module) => module.StepPreview))

type StepCardProps = StepFieldsProps & {
  count: number
  isLast: boolean
  isPreviewed: boolean
  onPreview: (isShown: boolean) => void
  onFocus: () => void
  /** @param focus part of this card to focus afterwards. */
  onMove: (by: -1 | 1, focus: 'grip' | 'up' | 'down') => void
  /** Absent if the sequence can have no more steps. */
  onDuplicate?: () => void
  onRemove: () => void
}

export function StepCard({ form, index, count, isLast, surveys, mayEditWebhooks, ...actions }: StepCardProps) {
  const { isPreviewed, onPreview, onFocus, onMove, onDuplicate, onRemove } = actions
  const t = useTranslations('sequences')
  const preview = useTranslations('preview')
  const [type, branch] = useWatch({ control: form.control, name: [`steps.${index}.type`, `steps.${index}.branch`] })
  const [fill, setFill] = useState<FillPlaceholder | null>(null)
  const onPlaceholders = useCallback((next: FillPlaceholder) => setFill(() => next), [])
  const Icon = STEP_ICONS[type]
  const number = index + 1
  return (
    <div
      className="relative grid w-full grid-cols-[minmax(0,1fr)] gap-3"
      onFocusCapture={({ target }) => target.matches('input, textarea, select') && onFocus()}
    >
      <section
        id={`step-${number}`}
        aria-label={t('stepNamed', { number, count, type: t(`stepType.${type}`), branch: branch ?? 'none' })}
        className="scroll-mt-4 rounded-card border bg-surface"
      >
        <header className="flex items-center gap-2.5 rounded-t-card border-b bg-surface py-2 pr-2 pl-4 sm:pl-1">
          <IconButton
            icon={GripVertical}
            size="small"
            label={t('reorderStep', { number })}
            aria-keyshortcuts="ArrowUp ArrowDown"
            data-focus={`grip-${index}`}
            data-drag-handle
            className="-mr-2.5 cursor-grab max-sm:hidden"
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              onMove(event.key === 'ArrowUp' ? -1 : 1, 'grip')
            }}
          />
          <Icon size={16} aria-hidden className="shrink-0 text-ink-faint" />
          <h2
            tabIndex={-1}
            data-focus={`step-${index}`}
            className="min-w-0 grow text-14 leading-tight font-semibold wrap-anywhere"
          >
            <span className="figures text-ink-faint">{number}.</span> {t(`stepType.${type}`)}
            {branch && ` · ${t(`branchName.${branch}`)}`}
          </h2>
          {sendsMessage(type) && (
            <Button
              size="small"
              variant="ghost"
              aria-expanded={isPreviewed}
              aria-label={preview('showStep', { number })}
              onClick={() => onPreview(!isPreviewed)}
            >
              <Eye size={14} aria-hidden />
              <span className="max-sm:hidden">{preview('show')}</span>
            </Button>
          )}
          <span className="flex shrink-0">
            <IconButton
              icon={ArrowUp}
              size="small"
              label={t('moveUp', { number })}
              data-focus={`up-${index}`}
              disabled={index === 0}
              onClick={() => onMove(-1, 'up')}
            />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={t('moveDown', { number })}
              data-focus={`down-${index}`}
              disabled={isLast}
              onClick={() => onMove(1, 'down')}
            />
            <IconButton
              icon={Copy}
              size="small"
              label={t('duplicateStep', { number })}
              disabled={!onDuplicate}
              onClick={onDuplicate}
            />
            <IconButton icon={X} size="small" label={t('removeStep', { number })} onClick={onRemove} />
          </span>
        </header>
        <div className="p-4">
          <PlaceholderValuesProvider fill={isPreviewed ? fill : null}>
            <StepFields form={form} index={index} surveys={surveys} mayEditWebhooks={mayEditWebhooks} />
          </PlaceholderValuesProvider>
        </div>
      </section>
      {isPreviewed && sendsMessage(type) && (
        // Beside the step where there is room.
        <div className="min-[1400px]:absolute min-[1400px]:top-0 min-[1400px]:left-full min-[1400px]:ml-8 min-[1400px]:w-[424px]">
          <StepPreview control={form.control} index={index} surveys={surveys} onPlaceholders={onPlaceholders} />
        </div>
      )}
    </div>
  )
}
