'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'
import { Link } from '../ui/controls/link'

export function DocsTabs() {
  const t = useTranslations('docs.nav')
  const isReference = usePathname() === '/docs/api'
  return (
    <nav aria-label={t('label')} className="flex h-full min-w-0 gap-4 md:border-l md:pl-5">
      {[
        { href: '/docs', label: t('guides'), isCurrent: !isReference },
        { href: '/docs/api', label: t('reference'), isCurrent: isReference },
      ].map(({ href, label, isCurrent }) => (
        <Link
          key={href}
          href={href}
          aria-current={isCurrent ? 'true' : undefined}
          className={cn(
            'flex items-center truncate text-14 transition-colors focus-visible:outline-offset-[-2px]',
            isCurrent ? 'font-medium text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          <span className="truncate">{label}</span>
        </Link>
      ))}
    </nav>
  )
}
