import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTheme } from 'next-themes'
import { Toaster as Sonner, toast } from 'sonner'
import { useTranslations } from 'use-intl/react'

export type ToastMessage = {
  kind: 'success' | 'error'
  text: string
  action?: { label: string; onClick: () => void }
}

const ACTION_MS = 10_000
const RECHECK_MS = 2000

export function showToast({ kind, text, action }: ToastMessage): void {
  if (action)
    dismissLater(toast[kind](text, { action, duration: Number.POSITIVE_INFINITY, closeButton: true }), ACTION_MS)
  else toast[kind](text)
}

/** Dismisses a toast after its time, once the list is neither hovered nor focused. */
function dismissLater(id: string | number, ms: number): void {
  setTimeout(() => {
    const isInUse = document.querySelector('[data-sonner-toaster]')?.matches(':hover, :focus-within') ?? false
    if (isInUse) dismissLater(id, RECHECK_MS)
    else toast.dismiss(id)
  }, ms)
}

export function ToastList() {
  const { resolvedTheme } = useTheme()
  const t = useTranslations('common')
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      gap={8}
      style={{ fontFamily: 'inherit' }}
      icons={{
        success: <CircleCheck size={16} aria-hidden className="text-positive" />,
        error: <CircleAlert size={16} aria-hidden className="text-negative" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('close'),
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-card bg-surface p-3 text-14 text-ink shadow-float sm:w-[356px]',
          icon: 'mt-0.5 shrink-0',
          content: 'grid min-w-0 grow gap-0.5',
          title: 'font-medium',
          actionButton: 'shrink-0 rounded-mark font-medium text-accent-text hover:underline',
          closeButton: 'order-last shrink-0 rounded-mark p-1 text-ink-faint hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
