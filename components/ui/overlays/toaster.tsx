'use client'

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** Where passing words appear. Fetched by `Toaster`. */
export function ToastList() {
  const { resolvedTheme } = useTheme()
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      gap={8}
      style={{ fontFamily: 'inherit' }}
      icons={{
        success: <CircleCheck size={16} aria-hidden className="text-positive" />,
        error: <CircleAlert size={16} aria-hidden className="text-negative" />,
        info: <Info size={16} aria-hidden className="text-ink-faint" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-card bg-surface p-3 text-14 text-ink shadow-float sm:w-[356px]',
          icon: 'mt-0.5 shrink-0',
          content: 'grid min-w-0 grow gap-0.5',
          title: 'font-medium',
          description: 'text-13 text-ink-soft',
          actionButton: 'shrink-0 font-medium text-accent-text hover:underline',
        },
      }}
    />
  )
}
