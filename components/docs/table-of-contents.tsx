'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'

export type TableOfContentsProps = { headings: readonly { id: string; text: string; level: 2 | 3 }[] }

export function TableOfContents({ headings }: TableOfContentsProps) {
  const t = useTranslations('docs.nav')
  const current = useHeadingInView(headings)
  return (
    <nav aria-label={t('contents')} data-print="hide" className="hidden xl:block">
      <div className="sticky top-14 grid gap-2 py-10">
        <p className="text-12 font-medium text-ink-faint">{t('contents')}</p>
        <ul className="grid gap-1.5 border-l">
          {headings.map(({ id, text, level }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className={cn(
                  '-ml-px block border-l py-0.5 text-13 transition-colors',
                  level === 3 ? 'pl-6' : 'pl-3',
                  id === current
                    ? 'border-ink font-medium text-ink'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

function useHeadingInView(headings: TableOfContentsProps['headings']): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? [])
    const update = () =>
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top < window.innerHeight / 4)?.id)
    const observer = new IntersectionObserver(update, { rootMargin: '0px 0px -75% 0px' })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return current
}
