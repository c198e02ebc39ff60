import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/controls/icon-button'
import { readText } from './draft-texts'
import type { QuestionDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'

type QuestionCardProps = {
  index: number
  question: QuestionDraft
  /** The survey's metric: its wording is editable, but it cannot be moved or removed. */
  isMetric: boolean
  isOpen: boolean
  /** The error of the question as a whole. */
  fault: string | undefined
  onToggle: () => void
  /** Before it is toggled. */
  onPreload: () => void
  onUp?: () => void
  onDown?: () => void
  onDuplicate?: () => void
  onRemove: () => void
  /** The fields of an open card. */
  children: ReactNode
}

/** A question in one line, and its fields once it is open. */
export function QuestionCard({ index, question, isMetric, isOpen, fault, children, ...actions }: QuestionCardProps) {
  const t = useTranslations('surveys')
  const id = useId()
  const { onToggle, onPreload } = actions
  return (
    <div data-field={`questions.${index}`} className="rounded-card border bg-surface">
      <div className="flex items-start gap-1 p-1.5">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            onPointerEnter={onPreload}
            onFocus={onPreload}
            className="flex w-full items-start gap-2.5 rounded-control px-2.5 py-1.5 text-start hover:bg-hover"
          >
            <CardSummary index={index} question={question} isMetric={isMetric} isOpen={isOpen} />
          </button>
        </h3>
        {!isMetric && <QuestionActions isOpen={isOpen} {...actions} />}
      </div>
      {fault && (
        <p role="alert" className="flex items-start gap-1.5 px-4 pb-3 text-13 text-negative-text">
          <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          {fault}
        </p>
      )}
      <div id={id} hidden={!isOpen} className={cn(isOpen && 'grid grid-cols-[minmax(0,1fr)] gap-4 border-t p-4')}>
        {isOpen && isMetric && <p className="text-13 text-ink-faint">{t('metricHelp')}</p>}
        {isOpen && children}
      </div>
    </div>
  )
}

type CardSummaryProps = Pick<QuestionCardProps, 'index' | 'question' | 'isMetric' | 'isOpen'>

function CardSummary({ index, question, isMetric, isOpen }: CardSummaryProps) {
  const t = useTranslations('surveys')
  const { edited } = useEditedLanguage()
  const { type, text, required, showIf, jumps } = question
  const facts = [
    required && !isMetric && t('card.required'),
    showIf.match !== 'always' && t('card.conditional'),
    jumps.length > 0 && t('card.jumps', { count: jumps.length }),
  ].filter((fact) => fact !== false)
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-13 text-ink-soft">
          <span className="font-medium text-ink">{isMetric ? t('metric') : t('question', { number: index + 1 })}</span>
          {[t(`questionTypes.${type}`), ...facts].map((fact) => (
            <span key={fact}> · {fact}</span>
          ))}
        </span>
        {!isOpen && (
          <span dir="auto" className="line-clamp-2 text-14 wrap-anywhere">
            {readText(text, edited) || t('card.noText')}
          </span>
        )}
      </span>
      <ChevronDown
        size={16}
        aria-hidden
        className={cn('mt-0.5 shrink-0 text-ink-faint transition-transform', isOpen && 'rotate-180')}
      />
    </>
  )
}

type QuestionActionsProps = Pick<QuestionCardProps, 'isOpen' | 'onUp' | 'onDown' | 'onDuplicate' | 'onRemove'>

/** A collapsed card has no room for them on phones. */
function QuestionActions({ isOpen, onUp, onDown, onDuplicate, onRemove }: QuestionActionsProps) {
  const t = useTranslations('surveys')
  return (
    <div className={cn('flex shrink-0', !isOpen && 'max-sm:hidden')}>
      <IconButton icon={ArrowUp} label={t('up')} size="small" disabled={!onUp} onClick={onUp} />
      <IconButton icon={ArrowDown} label={t('down')} size="small" disabled={!onDown} onClick={onDown} />
      <IconButton
        icon={Copy}
        label={t('duplicateQuestion')}
        size="small"
        disabled={!onDuplicate}
        onClick={onDuplicate}
      />
      <IconButton icon={Trash2} label={t('remove')} size="small" onClick={onRemove} />
    </div>
  )
}
