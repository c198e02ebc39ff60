import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'

/** One calm column: the product's name, what to do, and nothing to be distracted by. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  const t = await getT('common')
  return (
    <div className="grid min-h-dvh content-start justify-items-center px-5 py-12 sm:content-center">
      <main className="grid w-full max-w-[360px] gap-8">
        <p className="text-14 font-medium text-ink-soft">{t('product')}</p>
        {children}
      </main>
    </div>
  )
}
